package io.github.hibernateidgen.spring.boot;

import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Hands the settings to every entity manager factory before Hibernate starts, also to those that the application
 * defines itself. What a factory has been given under the same key stays.
 *
 * @param beans where the settings are, which are made with the first factory
 */
record EntityManagerFactoryPostProcessor(BeanFactory beans) implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> settings = new HashMap<>();
            beans.getBean(PropertySettings.class).addTo(settings);
            beans.getBean(BeanSettings.class).addTo(settings);
            Map<String, Object> given = factory.getJpaPropertyMap();
            settings.forEach(given::putIfAbsent);
            beans.getBeanProvider(ReservationTableCreator.class)
                    .ifAvailable(table -> table.addTo(given, factory.getDataSource()));
        }
        return bean;
    }
}
