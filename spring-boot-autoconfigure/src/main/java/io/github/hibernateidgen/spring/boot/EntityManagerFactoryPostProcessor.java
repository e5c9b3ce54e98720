package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Adds the settings to every entity manager factory before Hibernate starts, including factories that the application
 * defines. A setting that a factory already has keeps its value.
 *
 * @param beans the bean factory with the settings; the settings are created with the first entity manager factory
 */
record EntityManagerFactoryPostProcessor(ListableBeanFactory beans) implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> given = factory.getJpaPropertyMap();
            Map<String, Object> settings = new HashMap<>();
            try {
                beans.getBean(PropertySettings.class).addTo(settings);
                beans.getBean(BeanSettings.class).addTo(settings);
                settings.keySet().removeIf(name -> given.get(name) != null);
                requireSingleFactory(settings.get(IdgenSettings.JDBC_CONNECTION));
            } catch (IdgenConfigurationException e) {
                throw e.withPrefix(PropertySettings.PREFIX);
            }
            given.putAll(settings);
            beans.getBeanProvider(ReservationTableCreator.class)
                    .ifAvailable(table -> table.addTo(given, factory.getDataSource()));
        }
        return bean;
    }

    /**
     * Throws if several factories would get the data source of the beans, which leads to the database of one of them. From
     * there, the other factories would get numbers that their own tables may already have.
     */
    private void requireSingleFactory(@Nullable Object connection) {
        if (connection instanceof DataSource) {
            List<String> factories = Stream.of(
                            beans.getBeanNamesForType(AbstractEntityManagerFactoryBean.class, true, false))
                    .map(BeanFactoryUtils::transformedBeanName)
                    .toList();
            if (factories.size() > 1) {
                throw new IdgenConfigurationException(
                        IdgenSettings.JDBC_CONNECTION,
                        factories,
                        "several entity manager factories would use the bean with @IdgenDataSource, but it leads to the"
                                + " database of one of them",
                        "put IdgenSettings.JDBC_CONNECTION into the JPA properties of"
                                + " each: a DataSource, own or pool");
            }
        }
    }
}
