package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdgenConfigurationException;
import java.util.Arrays;
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
        if (!beanFactory.containsBean(name) || !beanFactory.isTypeMatch(name, type)) {
            throw new IdgenConfigurationException(
                    property,
                    name,
                    "no bean of type " + type.getName() + " has this name; name one of "
                            + Arrays.toString(beanFactory.getBeanNamesForType(type)) + " or define it");
        }
        return beanFactory.getBean(name, type);
    }
}
