package io.github.hibernateidgen.internal.guid;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.columns.SqlKind;
import io.github.hibernateidgen.internal.notation.GuidText;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.SQLServerDialect;

/**
 * How one column compares GUIDs. The order depends on the column, not on the database alone: on one SQL Server a
 * {@code uniqueidentifier} and a {@code char(36)} compare differently.
 */
record GuidColumn(ColumnType type, Dialect dialect) {

    /** The characters of a GUID without hyphens. */
    static final int COMPACT_LENGTH = 32;

    /** The characters of a GUID with hyphens. */
    static final int CANONICAL_LENGTH = 36;

    /** The bytes of a GUID. */
    static final int BYTES = 16;

    private boolean isSqlServer() {
        return dialect instanceof SQLServerDialect;
    }

    GuidOrder order() {
        if (isNative() && isSqlServer()) {
            return GuidOrder.SQL_SERVER;
        }
        return isNative() && dialect instanceof MySQLDialect ? GuidOrder.MARIADB : GuidOrder.BYTES;
    }

    /**
     * Returns the notation in which the driver returns GUIDs, or, for a column of text, in which this library writes
     * GUIDs.
     */
    GuidText text() {
        if (isNative() && isSqlServer()) {
            return GuidText.UPPER_CASE;
        }
        return isNative() || type.length() >= CANONICAL_LENGTH ? GuidText.LOWER_CASE : GuidText.COMPACT;
    }

    /** Returns whether the column has the database's own type for GUIDs. */
    boolean isNative() {
        return type.isGuid(dialect);
    }

    /**
     * Returns whether Hibernate sends a UUID as SQL Server's own type to a column of bytes. The server reorders the first
     * eight bytes.
     */
    boolean reordersUuids(SqlKind sent) {
        return isSqlServer() && type.name().endsWith("binary") && sent == SqlKind.GUID;
    }

    /**
     * Returns whether Hibernate sends a UUID's bytes to a column of SQL Server's own type. The server reorders the first
     * eight bytes.
     */
    boolean reordersBytes(SqlKind sent) {
        return order() == GuidOrder.SQL_SERVER && sent == SqlKind.BYTES;
    }

    @Override
    public String toString() {
        return isNative() ? ColumnType.guidName(dialect) : type.toString();
    }
}
