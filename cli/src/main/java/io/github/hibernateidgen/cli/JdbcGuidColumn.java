package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.UUID;

/**
 * A column for GUIDs, as JDBC describes it without a mapping.
 *
 * @param type the type's name in lower case
 * @param values the Java type that the column takes for a GUID
 * @param order how the column compares GUIDs
 */
record JdbcGuidColumn(String type, Values values, GuidOrder order) {

    /** The Java type that a column takes for a GUID. SQL Server converts text to its {@code uniqueidentifier}. */
    enum Values {
        NATIVE,
        TEXT,
        BYTES
    }

    /** Throws if the GUIDs of a format do not ascend in an order. */
    static void requireFit(GuidFormat format, GuidOrder order) {
        if (!format.fits(order)) {
            throw new RejectedException(
                    "format [" + format + "] does not ascend in order " + order + "; choose another format");
        }
    }

    /** Returns a GUID as the Java object that the column takes as a statement parameter. */
    Object sent(UUID guid) {
        return switch (values) {
            case NATIVE -> guid;
            case TEXT -> guid.toString();
            case BYTES ->
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(guid.getMostSignificantBits())
                        .putLong(guid.getLeastSignificantBits())
                        .array();
        };
    }

    UUID read(ResultSet row, int at) throws SQLException {
        return switch (values) {
            case NATIVE -> row.getObject(at, UUID.class);
            case TEXT -> UUID.fromString(row.getString(at));
            case BYTES -> {
                ByteBuffer bytes = ByteBuffer.wrap(row.getBytes(at));
                yield new UUID(bytes.getLong(), bytes.getLong());
            }
        };
    }

    /** Describes the first column of a result set. */
    static JdbcGuidColumn of(ResultSet result, String name) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        String product = result.getStatement().getConnection().getMetaData().getDatabaseProductName();
        return of(columns.getColumnTypeName(1), columns.getColumnType(1), product, name);
    }

    /**
     * Describes a column by its type.
     *
     * @param named the driver's name of the type
     * @param code the type's code in {@link Types}
     * @param product the product name of the database
     * @param name the column's name for messages
     */
    static JdbcGuidColumn of(String named, int code, String product, String name) {
        String type = named.toLowerCase(Locale.ROOT);
        if (type.equals("uuid")) {
            // MySQL has no type uuid. If the product is MySQL, MySQL's driver is connected to a MariaDB server.
            boolean isMariaDb = product.equals("MariaDB") || product.equals("MySQL");
            return new JdbcGuidColumn(type, Values.NATIVE, isMariaDb ? GuidOrder.MARIADB : GuidOrder.BYTES);
        }
        if (type.equals("uniqueidentifier")) {
            return new JdbcGuidColumn(type, Values.TEXT, GuidOrder.SQL_SERVER);
        }
        return switch (code) {
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR ->
                new JdbcGuidColumn(type, Values.TEXT, GuidOrder.BYTES);
            case Types.BINARY, Types.VARBINARY -> new JdbcGuidColumn(type, Values.BYTES, GuidOrder.BYTES);
            default ->
                throw new RejectedException("column [" + name + "] is of type " + named
                        + "; GUIDs need uuid or uniqueidentifier, binary(16), or char(36)");
        };
    }
}
