package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.Idgen;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;

/** The entity manager factories of the application in which this library makes values, by the names of their beans. */
record IdgenFactories(ListableBeanFactory beans) {

    Map<String, Idgen> all() {
        Map<String, Idgen> all = new TreeMap<>();
        beans.getBeansOfType(EntityManagerFactory.class).forEach((name, factory) -> {
            try {
                Idgen idgen = Idgen.of(factory.unwrap(SessionFactory.class));
                if (!idgen.attributes().isEmpty()) {
                    all.put(name, idgen);
                }
            } catch (PersistenceException e) {
                // Another provider than Hibernate.
            }
        });
        return all;
    }
}
