package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.Idgen;
import io.quarkus.arc.Arc;
import io.quarkus.hibernate.orm.runtime.JPAConfig;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.SessionFactory;

/** Finds the persistence units for which this library generates values. */
final class PersistenceUnits {

    private PersistenceUnits() {}

    /** Returns the {@link Idgen} of each such persistence unit, sorted by the names of the units. */
    static Map<String, Idgen> all() {
        JPAConfig units = Arc.container().instance(JPAConfig.class).get();
        Map<String, Idgen> found = new TreeMap<>();
        for (String name : units.getPersistenceUnits()) {
            Idgen idgen = Idgen.of(units.getEntityManagerFactory(name, false).unwrap(SessionFactory.class));
            if (!idgen.attributes().isEmpty()) {
                found.put(name, idgen);
            }
        }
        return found;
    }
}
