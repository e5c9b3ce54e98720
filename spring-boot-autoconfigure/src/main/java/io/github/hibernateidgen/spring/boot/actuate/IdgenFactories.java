package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the application's entity manager factories for which this library generates values. Skips lazy factories that were
 * not created yet.
 *
 * <p>Thread-safe.
 *
 * @param beans the bean factory with the entity manager factories
 */
record IdgenFactories(ConfigurableListableBeanFactory beans) {

    /**
     * Returns the {@link Idgen} of each factory, sorted by the names of the beans. Waits for factories that Spring creates
     * in the background.
     */
    Map<String, Idgen> all() {
        Map<String, Idgen> all = new TreeMap<>();
        for (String name : beans.getBeanNamesForType(EntityManagerFactory.class, false, false)) {
            if (beans.containsSingleton(name)) {
                find(beans.getBean(name, EntityManagerFactory.class)).ifPresent(idgen -> all.put(name, idgen));
            }
        }
        return all;
    }

    /**
     * Returns the generators of a factory. Throws if Spring failed to create the factory in the background.
     *
     * @return the generators; empty if the factory is closed, not Hibernate's, or has no values that this library generates
     */
    static Optional<Idgen> find(EntityManagerFactory factory) {
        return Idgen.find(factory).filter(idgen -> !idgen.attributes().isEmpty());
    }
}
