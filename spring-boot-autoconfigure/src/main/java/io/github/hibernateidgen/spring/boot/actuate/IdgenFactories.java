package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.IdgenSettings;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** Finds the entity manager factories of the application in which this library makes values. */
record IdgenFactories(ListableBeanFactory beans) {

    /** All of them, in the order of their names. */
    List<IdgenFactory> all() {
        List<IdgenFactory> all = new ArrayList<>();
        new TreeMap<>(beans.getBeansOfType(EntityManagerFactory.class)).forEach((name, factory) -> {
            Idgen idgen;
            try {
                idgen = Idgen.of(factory.unwrap(SessionFactory.class));
            } catch (PersistenceException e) {
                return; // Of another provider than Hibernate.
            }
            if (!idgen.attributes().isEmpty()) {
                all.add(new IdgenFactory(name, idgen, clock(factory)));
            }
        });
        return all;
    }

    private static InstantSource clock(EntityManagerFactory factory) {
        return factory.getProperties().get(IdgenSettings.CLOCK) instanceof InstantSource clock
                ? clock
                : InstantSource.system();
    }
}
