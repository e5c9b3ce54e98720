package io.github.hibernateidgen.spring.boot;

import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Hands the settings to every entity manager factory before Hibernate starts, also to those that the application
 * defines itself. What a factory has been given under the same key stays.
 */
final class EntityManagerFactoryPostProcessor implements BeanPostProcessor {

    private final ObjectProvider<SettingsContributor> contributors;
    private final ObjectProvider<ReservationTableCreator> tableCreator;

    EntityManagerFactoryPostProcessor(
            ObjectProvider<SettingsContributor> contributors, ObjectProvider<ReservationTableCreator> tableCreator) {
        this.contributors = contributors;
        this.tableCreator = tableCreator;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> settings = new HashMap<>();
            contributors.orderedStream().forEach(contributor -> contributor.addTo(settings));
            Map<String, Object> given = factory.getJpaPropertyMap();
            settings.forEach(given::putIfAbsent);
            tableCreator.ifAvailable(table -> table.addTo(given, factory.getDataSource()));
        }
        return bean;
    }
}
