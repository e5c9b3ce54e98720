package io.github.hibernateidgen.internal.columns;

import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.Type;

/** How Hibernate sends the values of an attribute: the type of the JDBC parameter. */
public enum Sent {
    /** As an object that the driver sends as the database's own type for GUIDs. */
    GUID("a GUID"),
    TEXT("text"),
    BYTES("bytes"),
    NUMBER("a number"),
    /** With a type of the user's own. */
    OTHER("another type");

    private final String words;

    Sent(String words) {
        this.words = words;
    }

    /**
     * Returns how the values of a type are sent. The type code of a column may differ: with MariaDB, Hibernate gives a UUID a
     * column of type {@code uuid}, but sends text.
     */
    public static Sent of(Type type) {
        return type instanceof JdbcMapping mapping ? of(mapping.getJdbcType().getJdbcTypeCode()) : OTHER;
    }

    static Sent of(int jdbcType) {
        if (SqlTypes.isCharacterOrClobType(jdbcType)) {
            return TEXT;
        }
        if (SqlTypes.isBinaryType(jdbcType) || jdbcType == SqlTypes.BLOB) {
            return BYTES;
        }
        if (SqlTypes.isNumericType(jdbcType)) {
            return NUMBER;
        }
        // The drivers of databases with a type for GUIDs take a UUID as an object of another type.
        return jdbcType == SqlTypes.UUID || jdbcType == SqlTypes.OTHER ? GUID : OTHER;
    }

    @Override
    public String toString() {
        return words;
    }
}
