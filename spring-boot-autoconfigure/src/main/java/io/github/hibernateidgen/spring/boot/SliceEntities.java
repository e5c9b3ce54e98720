package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** The entities of an application context without an entity manager factory, as in a slice test such as {@code @WebMvcTest}. */
record SliceEntities(
        ApplicationContext context, ObjectProvider<SnowflakeLayout> layouts, ObjectProvider<SealKeys> sealKeys) {

    /** The names of the bean that {@code @EntityScan} registers: its class names in Spring Boot 3 and 4. */
    private static final List<String> ENTITY_SCANS = List.of(
            "org.springframework.boot.autoconfigure.domain.EntityScanPackages",
            "org.springframework.boot.persistence.autoconfigure.EntityScanPackages");

    /** Returns the entities in the packages that Spring Boot scans; empty if the context has an entity manager factory. */
    List<Class<?>> all() {
        List<Class<?>> entities = new ArrayList<>();
        if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(context, EntityManagerFactory.class, true, false).length
                == 0) {
            var scanner = new ClassPathScanningCandidateComponentProvider(false, context.getEnvironment());
            scanner.setResourceLoader(context);
            scanner.addIncludeFilter(new AnnotationTypeFilter(Entity.class));
            for (String name : packages()) {
                for (BeanDefinition entity : scanner.findCandidateComponents(name)) {
                    entities.add(ClassUtils.resolveClassName(
                            String.valueOf(entity.getBeanClassName()), context.getClassLoader()));
                }
            }
        }
        return entities;
    }

    private List<String> packages() {
        for (String scan : ENTITY_SCANS) {
            if (context.containsBean(scan)
                    && PropertyAccessorFactory.forBeanPropertyAccess(context.getBean(scan))
                                    .getPropertyValue("packageNames")
                            instanceof List<?> names
                    && !names.isEmpty()) {
                return names.stream().map(Object::toString).toList();
            }
        }
        return AutoConfigurationPackages.has(context) ? AutoConfigurationPackages.get(context) : List.of();
    }

    /** Returns only the settings on which the text of ids depends. Other settings may name beans that the slice lacks. */
    Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        new PropertySettings(context.getEnvironment(), context, () -> null)
                .addTo(
                        settings,
                        name -> name.startsWith(IdgenSettings.SNOWFLAKE_LAYOUT)
                                || name.equals(IdgenSettings.SEAL_KEYS)
                                || name.equals(IdgenSettings.SEAL_ACCEPT_PLAIN));
        BeanSettings.addTexts(settings, layouts, sealKeys);
        return settings;
    }
}
