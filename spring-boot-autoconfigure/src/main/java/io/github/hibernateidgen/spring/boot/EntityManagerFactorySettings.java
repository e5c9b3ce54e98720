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
final class EntityManagerFactorySettings implements BeanPostProcessor {

    private final ObjectProvider<HibernateSettings> contributors;
    private final ObjectProvider<WorkerTable> workerTable;

    EntityManagerFactorySettings(
            ObjectProvider<HibernateSettings> contributors, ObjectProvider<WorkerTable> workerTable) {
        this.contributors = contributors;
        this.workerTable = workerTable;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> settings = new HashMap<>();
            contributors.orderedStream().forEach(contributor -> contributor.addTo(settings));
            Map<String, Object> given = factory.getJpaPropertyMap();
            settings.forEach(given::putIfAbsent);
            workerTable.ifAvailable(table -> table.create(given, factory.getDataSource()));
        }
        return bean;
    }
}
