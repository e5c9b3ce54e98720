package io.github.hibernateidgen.internal.mapping;

import java.util.stream.Stream;
import org.hibernate.dialect.Dialect;

/** The databases that keep a table as ranges of its key on several nodes, where ascending keys make one of them busy. */
final class SplitByRange {

    private SplitByRange() {}

    /** By name: some of these dialects are in Hibernate's core in some versions only, or come from the vendor. */
    static boolean isOn(Dialect dialect) {
        return Stream.<Class<?>>iterate(dialect.getClass(), type -> type != null, Class::getSuperclass)
                .map(Class::getSimpleName)
                .anyMatch(name ->
                        Stream.of("Cockroach", "TiDB", "Spanner", "Yugabyte").anyMatch(name::startsWith));
    }
}
