package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the entity manager factories of the application in which this library makes values. A factory that is lazy, and
 * that nobody has asked for yet, is left alone.
 *
 * <p>Thread-safe.
 *
 * @param beans where the factories are
 */
record IdgenFactories(ConfigurableListableBeanFactory beans) {

    /** Returns the factories by the names of their beans, in order. Waits for those that Spring makes in the background. */
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
     * Looks into one. Throws where it could not be made in the background.
     *
     * @return what this library does there; none if it is closed, not Hibernate's, or has no values of this library
     */
    static Optional<Idgen> find(EntityManagerFactory factory) {
        return Idgen.find(factory).filter(idgen -> !idgen.attributes().isEmpty());
    }
}
