package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.GuidText;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.mapping.Column;
import org.hibernate.type.SqlTypes;

/**
 * How one column compares GUIDs. The order depends on the column, not on the database alone: on one SQL Server a
 * {@code uniqueidentifier} and a {@code char(36)} compare differently.
 */
public record GuidColumn(Family family, ColumnType type) {

    /** Databases, grouped by the GUID type that they have and the order in which this type compares. */
    public enum Family {
        SQL_SERVER("uniqueidentifier", GuidOrder.SQL_SERVER, GuidText.UPPER_CASE),
        /** MySQL has no type {@code uuid}. If the MySQL dialect meets a {@code uuid} column, the server is a MariaDB. */
        MARIADB("uuid", GuidOrder.MARIADB, GuidText.LOWER_CASE),
        OTHER("uuid", GuidOrder.BYTES, GuidText.LOWER_CASE);

        private final String nativeType;
        private final GuidOrder nativeOrder;
        private final GuidText nativeText;

        Family(String nativeType, GuidOrder nativeOrder, GuidText nativeText) {
            this.nativeType = nativeType;
            this.nativeOrder = nativeOrder;
            this.nativeText = nativeText;
        }

        static Family of(Dialect dialect) {
            return dialect instanceof SQLServerDialect ? SQL_SERVER : dialect instanceof MySQLDialect ? MARIADB : OTHER;
        }
    }

    /** The characters of a GUID without hyphens. */
    public static final int COMPACT_LENGTH = 32;

    /** The characters of a GUID with hyphens. */
    public static final int CANONICAL_LENGTH = 36;

    /** The bytes of a GUID. */
    public static final int BYTES = 16;

    /** Returns how a column compares GUIDs according to the mapping. */
    public static GuidColumn of(Dialect dialect, Column column) {
        return new GuidColumn(Family.of(dialect), ColumnType.of(column));
    }

    public GuidOrder order() {
        return isNative() ? family.nativeOrder : GuidOrder.BYTES;
    }

    /**
     * Returns the notation in which the driver returns GUIDs, or, for a column of text, in which this library writes
     * GUIDs.
     */
    public GuidText text(long length) {
        return isNative() ? family.nativeText : length < CANONICAL_LENGTH ? GuidText.COMPACT : GuidText.LOWER_CASE;
    }

    /**
     * Returns whether the column has the database's own type for GUIDs, which stores 16 bytes for a GUID in any notation. A
     * type with another name that is neither text nor bytes may be a user's own type; Hibernate's type code then decides.
     */
    public boolean isNative() {
        boolean isPlain = type.isText() || type.isBinary();
        return type.name().equals(family.nativeType) || (!isPlain && type.isCode(SqlTypes.UUID));
    }

    /**
     * Returns whether the column's order is known: the column has the database's own type for GUIDs, or contains text or
     * bytes.
     */
    boolean isKnown() {
        return isNative() || type.isText() || type.isBinary();
    }

    /** Returns the kind of values that the column contains. */
    Held held() {
        if (isNative()) {
            return Held.GUID;
        }
        if (type.isText()) {
            return type.isLob() ? Held.CLOB : Held.TEXT;
        }
        if (type.isBinary()) {
            // MySQL's type bit contains numbers.
            return family == Family.MARIADB && type.name().equals("bit")
                    ? Held.NUMBER
                    : type.isLob() ? Held.BLOB : Held.BYTES;
        }
        return type.isNumber() ? Held.NUMBER : type.isTimeOrFlag() ? Held.TIME : Held.UNKNOWN;
    }

    /**
     * Returns whether Hibernate sends a UUID as SQL Server's own type to a column of bytes. The server reorders the first
     * eight bytes.
     */
    public boolean reordersUuids(Sent sent) {
        return family == Family.SQL_SERVER && type.name().endsWith("binary") && sent == Sent.GUID;
    }

    /**
     * Returns whether Hibernate sends a UUID's bytes to a column of SQL Server's own type. The server reorders the first
     * eight bytes.
     */
    public boolean reordersBytes(Sent sent) {
        return order() == GuidOrder.SQL_SERVER && sent == Sent.BYTES;
    }

    @Override
    public String toString() {
        return isNative() ? family.nativeType : type.toString();
    }
}
