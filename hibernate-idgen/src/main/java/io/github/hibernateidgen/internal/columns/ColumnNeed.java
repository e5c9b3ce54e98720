package io.github.hibernateidgen.internal.columns;

import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.jspecify.annotations.Nullable;

/**
 * The requirements of one attribute's values for their column. If an {@code alter table} to the mapping's type mends the
 * column, the misfit's remedy is null. The mapping's type is then wider, of the same kind, and pads no values, so the column
 * returns each stored value unchanged. Every other misfit has a remedy, such as a new column. Immutable.
 */
@FunctionalInterface
public interface ColumnNeed {

    /** The remedy for a column that no statement mends. */
    String NEW_COLUMN = "give the ids a new column, as the page [A column of another type] shows";

    /**
     * Compares a column with the requirements.
     *
     * @param stored the type of a column that holds such values, or refers to them, in the database
     * @param mapped the type of the same column in the mapping
     * @param isTextUntyped whether PostgreSQL's driver sends text without a type
     * @return the misfit; empty if the column fits, or if its type is unknown
     */
    Optional<Misfit> misfit(ColumnType stored, ColumnType mapped, boolean isTextUntyped);

    /**
     * Compares the column's definition in the mapping with the requirements.
     *
     * @return the misfit; empty if the column can contain generated values
     */
    default Optional<Misfit> definitionMisfit(ColumnType definition, Dialect dialect) {
        return ColumnType.isUntyped(dialect)
                ? Optional.empty()
                : misfit(definition, definition, true).filter(Misfit::isNever);
    }

    /**
     * The reason why a column does not fit.
     *
     * @param problem continues a sentence that starts with the column's name
     * @param isNever whether the column can hold no value that is generated from now on
     * @param remedy the next step; null if an {@code alter table} to the type of the mapping keeps all stored values
     */
    record Misfit(String problem, boolean isNever, @Nullable String remedy) {

        /** Returns the misfit of a column that can hold no value. */
        public static Optional<Misfit> never(String problem, String remedy) {
            return Optional.of(new Misfit(problem, true, remedy));
        }

        /**
         * Makes a misfit. An {@code alter table} to the type of the mapping mends the column if {@code isWidened}; otherwise
         * the ids need a new column.
         */
        private static Optional<Misfit> of(String problem, boolean isNever, boolean isWidened) {
            return Optional.of(new Misfit(problem, isNever, isWidened ? null : NEW_COLUMN));
        }
    }

    /**
     * Returns the requirements of integers.
     *
     * @param bits how many bits an integer may have
     * @param bitsNow the number of bits of the smallest integer that will be generated from now on; 0 if unknown
     * @param owner the subject in messages that has {@code bits} bits, such as a layout
     */
    static ColumnNeed integers(int bits, int bitsNow, String owner, SqlKind sent, Dialect dialect) {
        int digitsNow = bitsNow == 0 ? 1 : (int) Math.ceil((bitsNow - 1) * Math.log10(2));
        return (stored, mapped, isTextUntyped) -> {
            if (stored.text().contains(" identity")) {
                return Misfit.never(
                        "is an IDENTITY column, which accepts only ids that the database makes",
                        "create the column again without IDENTITY, as the page [From IDENTITY or auto-increment]"
                                + " shows");
            }
            SqlKind held = stored.held(dialect);
            boolean isShortText = held == SqlKind.TEXT && stored.length() < digitsNow;
            if (held == SqlKind.GUID || isShortText || !sent.isKeptIn(held, dialect, isTextUntyped)) {
                return Misfit.never("does not suit ids that are integers", NEW_COLUMN);
            }
            int exact = stored.bits(dialect);
            if (exact >= bits) {
                return Optional.empty();
            }
            return Misfit.of(
                    "holds only integers of up to " + exact + " bits exactly, but " + owner + " has " + bits,
                    exact + 1 < bitsNow, // A decimal column can also contain some integers with one more bit.
                    stored.isWhole() && mapped.bits(dialect) >= bits);
        };
    }

    /**
     * Returns the requirements of text with a fixed length.
     *
     * @param isNumber whether a column of numbers returns the text as it was written
     */
    static ColumnNeed text(int length, boolean isNumber, SqlKind sent, Dialect dialect) {
        return (stored, mapped, isTextUntyped) -> {
            SqlKind held = stored.held(dialect);
            return held == SqlKind.GUID
                            || (held == SqlKind.NUMBER && !isNumber)
                            || !sent.isKeptIn(held, dialect, isTextUntyped)
                    ? Misfit.never("does not suit ids that are text", NEW_COLUMN)
                    : lengthMisfit(stored, mapped, length, dialect);
        };
    }

    /**
     * Returns the misfit of a column of text or bytes that is too short, or whose padded values are not found by the values.
     * Columns of large objects of bytes fit.
     *
     * @param needed the length of the values, in characters for a column of text and in bytes for a column of bytes
     */
    static Optional<Misfit> lengthMisfit(ColumnType stored, ColumnType mapped, int needed, Dialect dialect) {
        boolean isText = stored.isText();
        if (!isText && stored.held(dialect) != SqlKind.BYTES) {
            return Optional.empty();
        }
        String unit = isText ? " characters" : " bytes";
        boolean isReadPadded = !isText || !(dialect instanceof MySQLDialect); // MySQL reads text without its padding.
        long length = stored.length();
        if (length < needed) {
            boolean isPadding = isReadPadded && (stored.isPadded() || mapped.isPadded());
            boolean isOfOneKind = isText ? mapped.isText() : mapped.isBinary();
            return Misfit.of(
                    "holds " + length + unit + ", but the values have " + needed,
                    true,
                    isOfOneKind && mapped.length() >= needed && !isPadding);
        }
        return isReadPadded && stored.isPadded() && length > needed
                ? Misfit.of(
                        "pads the " + needed + unit + " of the values to " + length
                                + ", and so returns other values than it was given",
                        true,
                        false)
                : Optional.empty();
    }
}
