package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;

/** Finds the beans that properties name. */
record NamedBeans(ListableBeanFactory beanFactory) {

    /**
     * Returns a bean.
     *
     * @param property the property that names it
     * @param name the bean's name
     * @param type what it must be
     * @throws IdgenConfigurationException if no such bean exists
     */
    <T> T get(String property, String name, Class<T> type) {
        return type.cast(get(property, name, List.of(type)));
    }

    /**
     * Returns a bean of one of several types.
     *
     * @param property the property that names it
     * @param name the bean's name
     * @param types what it may be
     * @throws IdgenConfigurationException if no such bean exists
     */
    Object get(String property, String name, List<? extends Class<?>> types) {
        if (beanFactory.containsBean(name)) {
            // Its method may be declared to return less than it does: RedisConnectionFactory, say.
            Object bean = beanFactory.getBean(name);
            if (types.stream().anyMatch(type -> type.isInstance(bean))) {
                return bean;
            }
        }
        throw new IdgenConfigurationException(
                property,
                name,
                "no bean of type " + types.stream().map(Class::getName).collect(Collectors.joining(" or "))
                        + " has this name; name one of " + names(types) + " or define it");
    }

    /** Makes no bean to find out. */
    private List<String> names(List<? extends Class<?>> types) {
        return types.stream()
                .flatMap(type -> Stream.of(beanFactory.getBeanNamesForType(type, true, false)))
                .distinct()
                .toList();
    }
}
