package io.github.hibernateidgen.cli;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.UUID;

/** How a column takes GUIDs. */
enum GuidColumn {
    NATIVE {
        @Override
        void set(PreparedStatement update, UUID guid) throws SQLException {
            update.setObject(1, guid);
        }
    },
    /** In lower case, which databases read for a type of their own, too. */
    TEXT {
        @Override
        void set(PreparedStatement update, UUID guid) throws SQLException {
            update.setString(1, guid.toString());
        }
    },
    BYTES {
        @Override
        void set(PreparedStatement update, UUID guid) throws SQLException {
            update.setBytes(
                    1,
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(guid.getMostSignificantBits())
                            .putLong(guid.getLeastSignificantBits())
                            .array());
        }
    };

    /** Sets the first parameter. */
    abstract void set(PreparedStatement update, UUID guid) throws SQLException;

    /**
     * Reads what the only column of a query is.
     *
     * @param name the column, as messages name it
     */
    static GuidColumn of(ResultSetMetaData column, String name) throws SQLException {
        String type = column.getColumnTypeName(1).toLowerCase(Locale.ROOT);
        if (type.equals("uuid")) {
            return NATIVE;
        }
        if (type.equals("uniqueidentifier")) {
            return TEXT;
        }
        return switch (column.getColumnType(1)) {
            case Types.CHAR, Types.VARCHAR, Types.NCHAR, Types.NVARCHAR -> TEXT;
            case Types.BINARY, Types.VARBINARY -> BYTES;
            default ->
                throw new RefusedException("column [" + name + "] is of type " + column.getColumnTypeName(1)
                        + "; GUIDs need uuid or uniqueidentifier, binary(16), or char(36)");
        };
    }
}
