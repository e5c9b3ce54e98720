package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed.Misfit;
import java.util.Optional;
import org.hibernate.dialect.CockroachDialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;

/**
 * The requirements of each kind of values for their column. If an {@code alter table} to the mapping's type mends the
 * column, the misfit's remedy is null. The mapping's type is then wider, of the same kind, and pads no values, so the
 * column returns each stored value unchanged. Every other misfit has a remedy, such as a new column.
 */
public final class ColumnNeeds {

    private static final int GUID_BYTES = 16;
    private static final int COMPACT_LENGTH = 32;

    private static final String REMAP =
            "map the column with the type that it has, or give the ids a new column, as the page [A column of another"
                    + " type] shows";
    private static final String NEW_COLUMN = "give the ids a new column, as the page [A column of another type] shows";

    private ColumnNeeds() {}

    /**
     * Returns the requirements of integers.
     *
     * @param bits how many bits an integer may have
     * @param bitsNow the number of bits of the smallest integer that will be generated from now on; 0 if unknown
     * @param owner the subject in messages that has {@code bits} bits, such as a layout
     */
    public static ColumnNeed integers(int bits, int bitsNow, String owner, Dialect dialect) {
        return (stored, mapped) -> {
            if (stored.text().contains(" identity")) {
                return never(
                        "is an IDENTITY column, which accepts only ids that the database makes",
                        "create the column again without IDENTITY, as the page [From IDENTITY or auto-increment]"
                                + " shows");
            }
            if (rejectsNumbers(stored, bitsNow, dialect)) {
                return never("does not suit ids that are integers", NEW_COLUMN);
            }
            int held = stored.bits(dialect);
            if (held >= bits) {
                return Optional.empty();
            }
            return misfit(
                    "holds only integers of up to " + held + " bits exactly, but " + owner + " has " + bits,
                    held + 1 < bitsNow, // A decimal column can also contain some integers with one more bit.
                    stored.isWhole() && mapped.bits(dialect) >= bits);
        };
    }

    private static boolean rejectsNumbers(ColumnType type, int bitsNow, Dialect dialect) {
        if (type.isText()) {
            // Other databases convert numbers to text and back. PostgreSQL stores a number as text, but does not
            // compare text with a number, so a query by id fails.
            return isStrict(dialect) || type.length() < digits(bitsNow);
        }
        return !type.isNumber()
                && (isGuid(type, dialect) || type.isTimeOrFlag() || (isStrict(dialect) && type.isBinary()));
    }

    private static int digits(int bits) {
        return bits == 0 ? 1 : (int) Math.ceil((bits - 1) * Math.log10(2));
    }

    /**
     * Returns the requirements of text with a fixed length.
     *
     * @param isNumber whether a column of numbers returns the text as it was written
     */
    public static ColumnNeed text(int length, boolean isNumber, Dialect dialect) {
        return (stored, mapped) -> {
            if (stored.isText()) {
                return textMisfit(stored, mapped, length, dialect);
            }
            boolean isOther = isGuid(stored, dialect) || stored.isTimeOrFlag() || (stored.isNumber() && !isNumber);
            return isOther ? never("does not suit ids that are text", NEW_COLUMN) : Optional.empty();
        };
    }

    private static Optional<Misfit> textMisfit(ColumnType stored, ColumnType mapped, int length, Dialect dialect) {
        // MySQL removes the padding when it reads the text.
        return lengthMisfit(stored, mapped, length, "characters", !(dialect instanceof MySQLDialect));
    }

    private static Optional<Misfit> lengthMisfit(
            ColumnType stored, ColumnType mapped, int needed, String unit, boolean isReadPadded) {
        long length = stored.length();
        if (length < needed) {
            boolean isPadding = isReadPadded && (stored.isPadded() || mapped.isPadded());
            boolean isOfOneKind = stored.isText() ? mapped.isText() : mapped.isBinary();
            return misfit(
                    "holds " + length + " " + unit + ", but the values have " + needed,
                    true,
                    isOfOneKind && mapped.length() >= needed && !isPadding);
        }
        return isReadPadded && stored.isPadded() && length > needed
                ? misfit(
                        "pads the " + needed + " " + unit + " of the values to " + length
                                + ", and so returns other values than it was given",
                        false,
                        false)
                : Optional.empty();
    }

    /**
     * Returns the requirements of GUIDs.
     *
     * @param order the order in which the GUIDs ascend
     * @param length the number of characters of a GUID that is written as text
     */
    public static ColumnNeed guids(
            GuidOrder order, GuidColumn.Family family, Class<?> type, int length, Dialect dialect) {
        return (stored, mappedAs) -> {
            GuidColumn column = new GuidColumn(family, stored);
            GuidColumn mapped = new GuidColumn(family, mappedAs);
            if (stored.isNumber() || stored.isTimeOrFlag()) {
                return never("does not suit GUIDs", NEW_COLUMN);
            }
            if (!column.isKnown()) {
                return Optional.empty();
            }
            if (isRejected(column, mapped, dialect)) {
                return never("does not suit GUIDs that are sent as " + mapped, REMAP);
            }
            // If the mapping's type has the column's order, the user chose that order, and the log has described its
            // effect.
            if (column.order() != order && column.order() != mapped.order()) {
                return Optional.of(new Misfit(
                        "compares in order " + column.order() + ", but the ids ascend in order " + order
                                + ", so rows arrive as scattered as with random keys",
                        false,
                        REMAP));
            }
            return guidLength(stored, mappedAs, type, length, dialect);
        };
    }

    private static Optional<Misfit> guidLength(
            ColumnType stored, ColumnType mapped, Class<?> type, int length, Dialect dialect) {
        if (stored.isText() && type != byte[].class) {
            return textMisfit(stored, mapped, length, dialect);
        }
        if (!stored.isBinary()) {
            return Optional.empty();
        }
        if (type != String.class) {
            return lengthMisfit(stored, mapped, GUID_BYTES, "bytes", true);
        }
        // Oracle reads text of 32 hexadecimal digits as 16 bytes.
        boolean isRead = dialect instanceof OracleDialect && length == COMPACT_LENGTH;
        return isRead || stored.length() >= length
                ? Optional.empty()
                : never("holds " + stored.length() + " bytes, but the values are text of " + length, NEW_COLUMN);
    }

    /**
     * Returns whether the database rejects a value of the mapping's type for the column, instead of converting it, or
     * stores the converted value but finds no row by the value. The result is false for a mapping to text, because text
     * may be sent without a type.
     */
    private static boolean isRejected(GuidColumn column, GuidColumn mapped, Dialect dialect) {
        return isStrict(dialect)
                && (mapped.isNative()
                        ? !column.isNative()
                        : mapped.type().isBinary() && !column.type().isBinary());
    }

    private static boolean isGuid(ColumnType type, Dialect dialect) {
        return new GuidColumn(GuidColumn.Family.of(dialect), type).isNative();
    }

    /** Returns whether the database, on an insert or a comparison, rejects a value of another type instead of converting it. */
    private static boolean isStrict(Dialect dialect) {
        return dialect instanceof PostgreSQLDialect || dialect instanceof CockroachDialect;
    }

    private static Optional<Misfit> never(String problem, String remedy) {
        return Optional.of(new Misfit(problem, true, remedy));
    }

    /**
     * Makes a misfit. An {@code alter table} to the type of the mapping mends the column if {@code isWidened}; otherwise the
     * ids need a new column.
     */
    private static Optional<Misfit> misfit(String problem, boolean isNever, boolean isWidened) {
        return Optional.of(new Misfit(problem, isNever, isWidened ? null : NEW_COLUMN));
    }
}
