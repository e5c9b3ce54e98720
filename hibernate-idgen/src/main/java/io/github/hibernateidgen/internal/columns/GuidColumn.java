package io.github.hibernateidgen.internal.columns;

import io.github.hibernateidgen.guid.GuidOrder;
import java.util.List;
import org.hibernate.dialect.CockroachDialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
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

    /**
     * Databases that reject a UUID, or its bytes, for a column of text, or return a text from which no UUID can be read. H2
     * and MariaDB convert a UUID to text and back.
     */
    private static final List<Class<? extends Dialect>> KEEP_UUIDS_FROM_TEXT = List.of(
            SQLServerDialect.class,
            PostgreSQLDialect.class,
            CockroachDialect.class,
            HSQLDialect.class,
            MySQLDialect.class,
            OracleDialect.class);

    private static final int CANONICAL_LENGTH = 36;
    private static final int COMPACT_LENGTH = 32;

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

    /**
     * Returns whether Hibernate sends a UUID or its bytes to a column of text, on a database that does not convert them to
     * text and back.
     */
    public boolean losesUuids(Dialect dialect) {
        boolean isText = type.isText() && type.length() >= COMPACT_LENGTH;
        boolean converts = family == Family.MARIADB && type.isCode(SqlTypes.UUID);
        return isText
                && !converts
                && (type.isCode(SqlTypes.UUID) || isSentAsBytes())
                && KEEP_UUIDS_FROM_TEXT.stream().anyMatch(known -> known.isInstance(dialect));
    }

    private boolean isSentAsBytes() {
        return type.isCode(SqlTypes.BINARY) || type.isCode(SqlTypes.VARBINARY);
    }

    /** Describes the value that Hibernate sends to the column. */
    public String sent() {
        return type.isCode(SqlTypes.UUID) ? "a " + family.nativeType : "16 bytes";
    }

    /**
     * Returns whether Hibernate sends a UUID as SQL Server's own type to a column of bytes. The server reorders the first
     * eight bytes.
     */
    public boolean reordersUuids() {
        return family == Family.SQL_SERVER && type.name().endsWith("binary") && type.isCode(SqlTypes.UUID);
    }

    /**
     * Returns whether Hibernate sends a UUID's bytes to a column of SQL Server's own type. The server reorders the first
     * eight bytes.
     */
    public boolean reordersBytes() {
        return order() == GuidOrder.SQL_SERVER && isSentAsBytes();
    }

    @Override
    public String toString() {
        return isNative() ? family.nativeType : type.toString();
    }
}
