package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed.Misfit;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;

/**
 * The requirements of each kind of values for their column. If an {@code alter table} to the mapping's type mends the
 * column, the misfit's remedy is null. The mapping's type is then wider, of the same kind, and pads no values, so the
 * column returns each stored value unchanged. Every other misfit has a remedy, such as a new column.
 */
public final class ColumnNeeds {

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
    public static ColumnNeed integers(int bits, int bitsNow, String owner, Sent sent, Dialect dialect) {
        return (stored, mapped, conversions) -> {
            if (stored.text().contains(" identity")) {
                return never(
                        "is an IDENTITY column, which accepts only ids that the database makes",
                        "create the column again without IDENTITY, as the page [From IDENTITY or auto-increment]"
                                + " shows");
            }
            Held held = held(stored, dialect);
            boolean isShortText = held == Held.TEXT && stored.length() < digits(bitsNow);
            if (held == Held.GUID || isShortText || !conversions.keep(sent, held)) {
                return never("does not suit ids that are integers", NEW_COLUMN);
            }
            int exact = stored.bits(dialect);
            if (exact >= bits) {
                return Optional.empty();
            }
            return misfit(
                    "holds only integers of up to " + exact + " bits exactly, but " + owner + " has " + bits,
                    exact + 1 < bitsNow, // A decimal column can also contain some integers with one more bit.
                    stored.isWhole() && mapped.bits(dialect) >= bits);
        };
    }

    private static int digits(int bits) {
        return bits == 0 ? 1 : (int) Math.ceil((bits - 1) * Math.log10(2));
    }

    /**
     * Returns the requirements of text with a fixed length.
     *
     * @param isNumber whether a column of numbers returns the text as it was written
     */
    public static ColumnNeed text(int length, boolean isNumber, Sent sent, Dialect dialect) {
        return (stored, mapped, conversions) -> {
            Held held = held(stored, dialect);
            if (held == Held.GUID || (held == Held.NUMBER && !isNumber) || !conversions.keep(sent, held)) {
                return never("does not suit ids that are text", NEW_COLUMN);
            }
            return held == Held.BYTES
                    ? lengthMisfit(stored, mapped, length, "bytes", true)
                    : textMisfit(stored, mapped, length, dialect);
        };
    }

    private static Optional<Misfit> textMisfit(ColumnType stored, ColumnType mapped, int length, Dialect dialect) {
        // MySQL removes the padding when it reads the text.
        return stored.isText()
                ? lengthMisfit(stored, mapped, length, "characters", !(dialect instanceof MySQLDialect))
                : Optional.empty();
    }

    /** Returns the misfit of a column that is too short, or whose padded values are not found by the values. */
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
                        true,
                        false)
                : Optional.empty();
    }

    /**
     * Returns the requirements of GUIDs.
     *
     * @param order the order in which the GUIDs ascend
     * @param type the type of the attribute
     * @param characters the length of a GUID that is sent as text
     */
    public static ColumnNeed guids(GuidOrder order, Class<?> type, Sent sent, int characters, Dialect dialect) {
        GuidColumn.Family family = GuidColumn.Family.of(dialect);
        return (stored, mappedAs, conversions) -> {
            GuidColumn column = new GuidColumn(family, stored);
            GuidColumn mapped = new GuidColumn(family, mappedAs);
            if (column.held() == Held.NUMBER || column.held() == Held.TIME) {
                return never("does not suit GUIDs", NEW_COLUMN);
            }
            if (!conversions.keep(sent, column.held())) {
                return never("does not suit GUIDs that are sent as " + sent, remedy(column, type, dialect));
            }
            Optional<Misfit> length = guidLength(column, mappedAs, type, sent, characters, dialect);
            // If the mapping's type has the column's order, the user chose that order, and the log has described its
            // effect.
            boolean isScattered = column.isKnown() && column.order() != order && column.order() != mapped.order();
            return isScattered && length.isEmpty()
                    ? Optional.of(new Misfit(
                            "compares in order " + column.order() + ", but the ids ascend in order " + order
                                    + ", so rows arrive as scattered as with random keys",
                            false,
                            REMAP))
                    : length;
        };
    }

    /** Returns how an attribute is mapped so that Hibernate sends the column's kind of values. */
    private static String remedy(GuidColumn column, Class<?> type, Dialect dialect) {
        boolean isUuid = type == UUID.class;
        return switch (column.held()) {
            case GUID ->
                dialect instanceof MySQLDialect && !(dialect instanceof MariaDBDialect)
                        ? "use MariaDBDialect, with which Hibernate sends text"
                        : (isUuid ? "use @JdbcTypeCode(SqlTypes.UUID)" : "declare the attribute as UUID")
                                + ", so that Hibernate sends a GUID";
            case TEXT ->
                (isUuid
                                ? "use @JdbcTypeCode(SqlTypes." + (column.type().isPadded() ? "CHAR" : "VARCHAR") + ")"
                                : "declare the attribute as String")
                        + ", so that Hibernate sends text";
            case BYTES ->
                (isUuid ? "use @JdbcTypeCode(SqlTypes.BINARY)" : "declare the attribute as byte[]")
                        + ", so that Hibernate sends bytes";
            default -> NEW_COLUMN;
        };
    }

    private static Optional<Misfit> guidLength(
            GuidColumn column, ColumnType mapped, Class<?> type, Sent sent, int length, Dialect dialect) {
        ColumnType stored = column.type();
        boolean isText = sent == Sent.TEXT;
        return switch (column.held()) {
            case GUID ->
                isText && type == String.class && length == GuidColumn.COMPACT_LENGTH
                        ? never(
                                "returns GUIDs of 36 characters, but the values have " + length,
                                "give the attribute's column a length of 36")
                        : Optional.empty();
            case TEXT -> textMisfit(stored, mapped, length, dialect);
            case BYTES -> {
                // Oracle reads text of 32 hexadecimal digits as 16 bytes.
                boolean isRead = isText && dialect instanceof OracleDialect && length == GuidColumn.COMPACT_LENGTH;
                if (isText && !isRead && stored.length() < length) {
                    yield never(
                            "holds " + stored.length() + " bytes, but the values are text of " + length,
                            stored.length() < GuidColumn.BYTES ? NEW_COLUMN : remedy(column, type, dialect));
                }
                yield lengthMisfit(stored, mapped, isText && !isRead ? length : GuidColumn.BYTES, "bytes", true);
            }
            default -> Optional.empty();
        };
    }

    private static Held held(ColumnType type, Dialect dialect) {
        return new GuidColumn(GuidColumn.Family.of(dialect), type).held();
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
