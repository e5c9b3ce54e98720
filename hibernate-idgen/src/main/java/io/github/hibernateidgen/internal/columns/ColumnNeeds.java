package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnNeed.Misfit;
import java.util.Optional;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.SQLServerDialect;

/** What values of each kind need of the column that they are stored in. */
public final class ColumnNeeds {

    private static final int GUID_BYTES = 16;

    private ColumnNeeds() {}

    /**
     * Numbers.
     *
     * @param bits how many bits they may have
     * @param owner what has so many, such as a layout
     */
    public static ColumnNeed integers(int bits, String owner, Dialect dialect) {
        return stored -> {
            if (dialect instanceof SQLServerDialect && stored.lowerCaseType().endsWith(" identity")) {
                return misfit(
                        "is an IDENTITY, which takes no id that is made elsewhere",
                        "make it anew without IDENTITY, as docs/migrating.md shows");
            }
            int held = ExactIntegers.bits(ColumnType.of(stored), dialect);
            return held >= bits
                    ? Optional.empty()
                    : misfit("holds integers of " + held + " bits exactly, but " + owner + " has " + bits);
        };
    }

    /** Text of one length. */
    public static ColumnNeed text(int length, Dialect dialect) {
        return stored -> textMisfit(stored, length, dialect);
    }

    private static Optional<Misfit> textMisfit(StoredColumn stored, int length, Dialect dialect) {
        if (!GuidColumn.isText(ColumnType.of(stored))) {
            return Optional.empty();
        }
        // MySQL takes the blanks away again.
        return lengthMisfit(stored, length, "characters", !(dialect instanceof MySQLDialect));
    }

    private static Optional<Misfit> lengthMisfit(StoredColumn stored, int needed, String unit, boolean isReadPadded) {
        long length = ColumnType.of(stored).length();
        if (length < needed) {
            return misfit("holds " + length + " " + unit + ", but the values have " + needed);
        }
        return isReadPadded && stored.isPadded() && length > needed
                ? misfit("fills the " + needed + " " + unit + " of the values up to " + length
                        + ", and so gives back other values")
                : Optional.empty();
    }

    /**
     * GUIDs.
     *
     * @param order the order that they are made in
     * @param family the database's family
     * @param type the attribute's type
     * @param length the characters of one, where it is written as text
     */
    public static ColumnNeed guids(
            GuidOrder order, GuidColumn.Family family, Class<?> type, int length, Dialect dialect) {
        return stored -> {
            GuidColumn column = new GuidColumn(family, ColumnType.of(stored));
            if (!column.isKnown()) {
                return Optional.empty();
            }
            if (column.order() != order) {
                String problem = "compares in order " + column.order() + ", but the ids ascend in order " + order
                        + ", so rows arrive as scattered as with random keys";
                return column.isNative()
                        ? misfit(problem, "map it as what it is, by @Column(columnDefinition = \"" + column + "\")")
                        : misfit(problem);
            }
            if (column.isNative()) {
                return Optional.empty();
            }
            if (GuidColumn.isText(column.type())) {
                return type == byte[].class ? Optional.empty() : textMisfit(stored, length, dialect);
            }
            return type == String.class ? Optional.empty() : lengthMisfit(stored, GUID_BYTES, "bytes", true);
        };
    }

    private static Optional<Misfit> misfit(String problem) {
        return Optional.of(new Misfit(problem, null));
    }

    private static Optional<Misfit> misfit(String problem, String remedy) {
        return Optional.of(new Misfit(problem, remedy));
    }
}
