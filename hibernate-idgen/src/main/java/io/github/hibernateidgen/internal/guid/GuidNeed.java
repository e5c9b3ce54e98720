package io.github.hibernateidgen.internal.guid;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.SqlKind;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MariaDBDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;

/**
 * The requirements of GUIDs for their column.
 *
 * @param order the order in which the GUIDs ascend
 * @param type the type of the attribute
 * @param characters the length of a GUID that is sent as text
 */
record GuidNeed(GuidOrder order, Class<?> type, SqlKind sent, int characters, Dialect dialect) implements ColumnNeed {

    private static final String REMAP =
            "map the column with the type that it has, or give the ids a new column, as the page [A column of another"
                    + " type] shows";

    @Override
    public Optional<Misfit> misfit(ColumnType stored, ColumnType mapped, boolean isTextUntyped) {
        SqlKind held = stored.held(dialect);
        if (held == SqlKind.NUMBER || held == SqlKind.TIME) {
            return Misfit.never("does not suit GUIDs", NEW_COLUMN);
        }
        if (!sent.isKeptIn(held, dialect, isTextUntyped)) {
            return Misfit.never("does not suit GUIDs that are sent as " + sent, remedy(stored));
        }
        Optional<Misfit> length = lengthMisfit(stored, mapped);
        GuidOrder compared = new GuidColumn(stored, dialect).order();
        // If the mapping's type has the column's order, the user chose that order, and the log has described its
        // effect.
        boolean isScattered =
                held != SqlKind.UNKNOWN && compared != order && compared != new GuidColumn(mapped, dialect).order();
        return isScattered && length.isEmpty()
                ? Optional.of(new Misfit(
                        "compares in order " + compared + ", but the ids ascend in order " + order
                                + ", so rows arrive as scattered as with random keys",
                        false,
                        REMAP))
                : length;
    }

    /** Returns how the attribute is mapped so that Hibernate sends the column's kind of values. */
    private String remedy(ColumnType stored) {
        boolean isUuid = type == UUID.class;
        return switch (stored.held(dialect)) {
            case GUID ->
                dialect instanceof MySQLDialect && !(dialect instanceof MariaDBDialect)
                        ? "use MariaDBDialect, with which Hibernate sends text"
                        : (isUuid ? "use @JdbcTypeCode(SqlTypes.UUID)" : "declare the attribute as UUID")
                                + ", so that Hibernate sends a GUID";
            case TEXT ->
                (isUuid
                                ? "use @JdbcTypeCode(SqlTypes." + (stored.isPadded() ? "CHAR" : "VARCHAR") + ")"
                                : "declare the attribute as String")
                        + ", so that Hibernate sends text";
            case BYTES ->
                (isUuid ? "use @JdbcTypeCode(SqlTypes.BINARY)" : "declare the attribute as byte[]")
                        + ", so that Hibernate sends bytes";
            default -> NEW_COLUMN;
        };
    }

    private Optional<Misfit> lengthMisfit(ColumnType stored, ColumnType mapped) {
        boolean isText = sent == SqlKind.TEXT;
        return switch (stored.held(dialect)) {
            case GUID ->
                isText && type == String.class && characters == GuidColumn.COMPACT_LENGTH
                        ? Misfit.never(
                                "returns GUIDs of 36 characters, but the values have " + characters,
                                "give the attribute's column a length of 36")
                        : Optional.empty();
            case BYTES -> {
                // Oracle reads text of 32 hexadecimal digits as 16 bytes.
                boolean isRead = isText && dialect instanceof OracleDialect && characters == GuidColumn.COMPACT_LENGTH;
                if (isText && !isRead && stored.length() < characters) {
                    yield Misfit.never(
                            "holds " + stored.length() + " bytes, but the values are text of " + characters,
                            stored.length() < GuidColumn.BYTES ? NEW_COLUMN : remedy(stored));
                }
                yield ColumnNeed.lengthMisfit(
                        stored, mapped, isText && !isRead ? characters : GuidColumn.BYTES, dialect);
            }
            case TEXT -> ColumnNeed.lengthMisfit(stored, mapped, characters, dialect);
            default -> Optional.empty();
        };
    }
}
