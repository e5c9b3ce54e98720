package io.github.hibernateidgen.internal.columns;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requirements of one attribute's values for their column. Immutable. */
@FunctionalInterface
public interface ColumnNeed {

    /**
     * Compares a column with the requirements.
     *
     * @param column a column that holds such values, or refers to them
     * @return what is wrong with it; empty if the column fits, or its type is not known
     */
    Optional<Misfit> misfit(StoredColumn column);

    /**
     * What is wrong with a column.
     *
     * @param problem continues a sentence that starts with the column's name
     * @param remedy what to do; null if the column should get the type of the mapping
     */
    record Misfit(String problem, @Nullable String remedy) {}
}
