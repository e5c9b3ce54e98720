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
 * How one column compares GUIDs. It depends on the column, not the database alone: on one SQL Server a
 * {@code uniqueidentifier} and a {@code char(36)} compare differently.
 */
public record GuidColumn(Family family, ColumnType type) {

    /** Databases that compare their own GUID type in an order of their own. */
    public enum Family {
        SQL_SERVER("uniqueidentifier", GuidOrder.SQL_SERVER, GuidText.UPPER_CASE),
        /** MySQL has no type {@code uuid}: where its dialect meets one, the server is a MariaDB. */
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
     * Databases that refuse a UUID, or its bytes, for a column of text, or give back what no UUID can be read from. H2
     * and MariaDB convert it both ways.
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

    /** Reads what the mapping says of a column. */
    public static GuidColumn of(Dialect dialect, Column column) {
        return new GuidColumn(Family.of(dialect), ColumnType.of(column));
    }

    public GuidOrder order() {
        return isNative() ? family.nativeOrder : GuidOrder.BYTES;
    }

    /** How the column's driver, or this library where the column is text, writes a GUID. */
    public GuidText text(long length) {
        return isNative() ? family.nativeText : length < CANONICAL_LENGTH ? GuidText.COMPACT : GuidText.LOWER_CASE;
    }

    /**
     * Whether the column has the database's own type for GUIDs, which stores 16 bytes however they are written. A name
     * that is neither that, nor text nor bytes, may be a user's own type.
     */
    public boolean isNative() {
        boolean isPlain = type.isText() || type.isBinary();
        return type.name().equals(family.nativeType) || (!isPlain && type.isCode(SqlTypes.UUID));
    }

    /** Whether its order is known: it has the database's own type for GUIDs, or holds text or bytes. */
    boolean isKnown() {
        return isNative() || type.isText() || type.isBinary();
    }

    /** Whether Hibernate sends something else than text to a column of text, on a database that minds. */
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

    /** What Hibernate sends to the column, in words. */
    public String sent() {
        return type.isCode(SqlTypes.UUID) ? "a " + family.nativeType : "16 bytes";
    }

    /** Whether Hibernate sends a UUID as SQL Server's own type to a column of bytes: the server converts its first eight. */
    public boolean reordersUuids() {
        return family == Family.SQL_SERVER && type.name().endsWith("binary") && type.isCode(SqlTypes.UUID);
    }

    /** Whether Hibernate sends a UUID's bytes to a column of SQL Server's own type, which converts the first eight too. */
    public boolean reordersBytes() {
        return order() == GuidOrder.SQL_SERVER && isSentAsBytes();
    }

    @Override
    public String toString() {
        return isNative() ? family.nativeType : type.toString();
    }
}
