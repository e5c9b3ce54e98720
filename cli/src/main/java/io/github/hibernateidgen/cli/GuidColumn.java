package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidOrder;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.UUID;

/**
 * A column for GUIDs.
 *
 * @param type the type's name in lower case
 * @param values how it takes GUIDs
 * @param order how it compares them
 */
record GuidColumn(String type, Values values, GuidOrder order) {

    /** How a column takes GUIDs; text in lower case, which databases read for a type of their own, too. */
    enum Values {
        NATIVE,
        TEXT,
        BYTES
    }

    /** Sets the first parameter. */
    void set(PreparedStatement update, UUID guid) throws SQLException {
        switch (values) {
            case NATIVE -> update.setObject(1, guid);
            case TEXT -> update.setString(1, guid.toString());
            case BYTES ->
                update.setBytes(
                        1,
                        ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(guid.getMostSignificantBits())
                                .putLong(guid.getLeastSignificantBits())
                                .array());
        }
    }

    /**
     * Reads what a column is.
     *
     * @param named the type's name, as the driver writes it
     * @param code its code of {@link Types}
     * @param product the database's name
     * @param name the column, as messages name it
     */
    static GuidColumn of(String named, int code, String product, String name) {
        String type = named.toLowerCase(Locale.ROOT);
        if (type.equals("uuid")) {
            // A driver for MySQL may be what leads to a MariaDB; MySQL has no such type.
            boolean isMariaDb = product.equals("MariaDB") || product.equals("MySQL");
            return new GuidColumn(type, Values.NATIVE, isMariaDb ? GuidOrder.MARIADB : GuidOrder.BYTES);
        }
        if (type.equals("uniqueidentifier")) {
            return new GuidColumn(type, Values.TEXT, GuidOrder.SQL_SERVER);
        }
        return switch (code) {
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR ->
                new GuidColumn(type, Values.TEXT, GuidOrder.BYTES);
            case Types.BINARY, Types.VARBINARY -> new GuidColumn(type, Values.BYTES, GuidOrder.BYTES);
            default ->
                throw new RefusedException("column [" + name + "] is of type " + named
                        + "; GUIDs need uuid or uniqueidentifier, binary(16), or char(36)");
        };
    }
}
