package io.github.hibernateidgen.internal.columns;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the values of one attribute need of a column. Immutable. */
@FunctionalInterface
public interface ColumnNeed {

    /**
     * Compares.
     *
     * @param column a column that holds such values, or refers to them
     * @return what is wrong with it; empty if it will do, and if its type is not known
     */
    Optional<Misfit> misfit(StoredColumn column);

    /**
     * What is wrong with a column.
     *
     * @param problem goes on after the column's name
     * @param remedy what to do; null where the column is to have the type of the mapping
     */
    record Misfit(String problem, @Nullable String remedy) {}
}
