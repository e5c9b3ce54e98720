package io.github.hibernateidgen.internal.columns;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the values of one attribute need of a column. Immutable. */
@FunctionalInterface
public interface ColumnNeed {

    /**
     * Compares.
     *
     * @param stored a column that holds such values, or refers to them, as the database describes it
     * @param mapped the same column as the mapping describes it
     * @return what is wrong with it; empty if it will do, and if its type is not known
     */
    Optional<Misfit> misfit(StoredColumn stored, StoredColumn mapped);

    /**
     * What is wrong with a column.
     *
     * @param problem goes on after the column's name
     * @param isNever whether no value that is generated from now on can be stored in the column
     * @param remedy what to do; null where an {@code alter table} to the type of the mapping keeps all stored values
     */
    record Misfit(String problem, boolean isNever, @Nullable String remedy) {}
}
