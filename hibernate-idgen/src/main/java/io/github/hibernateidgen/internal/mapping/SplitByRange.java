package io.github.hibernateidgen.internal.mapping;

import java.util.stream.Stream;
import org.hibernate.dialect.Dialect;

/** Recognizes databases that split tables by ranges of the key over nodes, one of which ascending keys overload. */
final class SplitByRange {

    private SplitByRange() {}

    /** Compares names: some of these dialects come from the vendor, or are in Hibernate's core in some versions only. */
    static boolean isOn(Dialect dialect) {
        return Stream.<Class<?>>iterate(dialect.getClass(), type -> type != null, Class::getSuperclass)
                .map(Class::getSimpleName)
                .anyMatch(name ->
                        Stream.of("Cockroach", "TiDB", "Spanner", "Yugabyte").anyMatch(name::startsWith));
    }
}
