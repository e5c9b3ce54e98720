package io.github.hibernateidgen.internal.columns;

import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/** The requirements of one attribute's values for their column. Immutable. */
@FunctionalInterface
public interface ColumnNeed {

    /**
     * Compares a column with the requirements.
     *
     * @param stored the type of a column that holds such values, or refers to them, in the database
     * @param mapped the type of the same column in the mapping
     * @param conversions the conversions of the database
     * @return the misfit; empty if the column fits, or if its type is unknown
     */
    Optional<Misfit> misfit(ColumnType stored, ColumnType mapped, Conversions conversions);

    /**
     * Compares the column's definition in the mapping with the requirements.
     *
     * @return the misfit; empty if the column can contain generated values
     */
    default Optional<Misfit> definitionMisfit(ColumnType definition, Dialect dialect) {
        return ColumnType.isUntyped(dialect)
                ? Optional.empty()
                : misfit(definition, definition, Conversions.of(dialect, true)).filter(Misfit::isNever);
    }

    /**
     * The reason why a column does not fit.
     *
     * @param problem continues a sentence that starts with the column's name
     * @param isNever whether the column can hold no value that is generated from now on
     * @param remedy the next step; null if an {@code alter table} to the type of the mapping keeps all stored values
     */
    record Misfit(String problem, boolean isNever, @Nullable String remedy) {}
}
