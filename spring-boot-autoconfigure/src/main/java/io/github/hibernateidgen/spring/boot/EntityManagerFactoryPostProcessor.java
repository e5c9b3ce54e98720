package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Adds the settings to every entity manager factory before Hibernate starts, including factories that the application
 * defines. A setting that a factory already has keeps its value.
 *
 * @param beans the bean factory with the settings; the settings are created with the first entity manager factory
 */
record EntityManagerFactoryPostProcessor(BeanFactory beans) implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> settings = new HashMap<>();
            try {
                beans.getBean(PropertySettings.class).addTo(settings);
                beans.getBean(BeanSettings.class).addTo(settings);
            } catch (IdgenConfigurationException e) {
                throw new Remedies(PropertySettings.PREFIX).explained(e);
            }
            Map<String, Object> given = factory.getJpaPropertyMap();
            settings.forEach(given::putIfAbsent);
            beans.getBeanProvider(ReservationTableCreator.class)
                    .ifAvailable(table -> table.addTo(given, factory.getDataSource()));
        }
        return bean;
    }
}
