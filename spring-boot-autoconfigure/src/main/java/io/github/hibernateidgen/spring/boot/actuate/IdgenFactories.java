package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.config.IdgenSettings;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
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

    /** All of them, in the order of their names. Waits for those that Spring makes in the background. */
    List<IdgenFactory> all() {
        return Stream.of(beans.getBeanNamesForType(EntityManagerFactory.class, false, false))
                .filter(beans::containsSingleton)
                .sorted()
                .map(name -> find(name, beans.getBean(name, EntityManagerFactory.class)))
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Looks into one.
     *
     * @param name the name of its bean
     * @param factory the factory
     * @return what is there; nothing in one that is closed, is not Hibernate's, or has no values of this library
     */
    static Optional<IdgenFactory> find(String name, EntityManagerFactory factory) {
        if (!factory.isOpen()) { // Throws where it could not be made in the background.
            return Optional.empty();
        }
        SessionFactory hibernate;
        try {
            hibernate = factory.unwrap(SessionFactory.class);
        } catch (PersistenceException e) {
            return Optional.empty();
        }
        Idgen idgen = Idgen.of(hibernate);
        return idgen.attributes().isEmpty()
                ? Optional.empty()
                : Optional.of(new IdgenFactory(name, idgen, clock(factory)));
    }

    private static InstantSource clock(EntityManagerFactory factory) {
        return factory.getProperties().get(IdgenSettings.CLOCK) instanceof InstantSource clock
                ? clock
                : InstantSource.system();
    }
}
