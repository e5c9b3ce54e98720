package io.github.hibernateidgen.test.spring;

import io.github.hibernateidgen.test.RepeatableIds;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.util.ClassUtils;

/**
 * Adds the settings of repeatable ids to each entity manager factory before Hibernate starts. A setting that a factory
 * already has keeps its value.
 */
record EntityManagerFactorySettings(RepeatableIds ids) implements BeanPostProcessor {

    /** Whether the class path has Spring's JPA support. */
    private static final boolean HAS_JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.AbstractEntityManagerFactoryBean",
            EntityManagerFactorySettings.class.getClassLoader());

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (HAS_JPA && bean instanceof AbstractEntityManagerFactoryBean factory) {
            Map<String, Object> given = factory.getJpaPropertyMap();
            ids.settings().forEach(given::putIfAbsent);
        }
        return bean;
    }
}
