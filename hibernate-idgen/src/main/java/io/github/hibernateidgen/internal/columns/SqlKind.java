package io.github.hibernateidgen.internal.columns;

import org.hibernate.dialect.Dialect;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.Type;

/** The kinds of values in SQL: of a parameter that Hibernate sends, and of a column that contains the values. */
public enum SqlKind {
    /** As a parameter, an object that the driver sends as the database's own type for GUIDs. */
    GUID("a GUID"),
    NUMBER("a number"),
    TEXT("text"),
    /** Large objects of text; as a parameter they count as text. */
    CLOB("text"),
    BYTES("bytes"),
    /** Large objects of bytes; as a parameter they count as bytes. */
    BLOB("bytes"),
    /** Times and booleans, which are no ids. */
    TIME("a time"),
    /** As a parameter, a type of the user's own; as a column, a type with an unknown name. It is not judged. */
    UNKNOWN("another type");

    private final String words;

    SqlKind(String words) {
        this.words = words;
    }

    /**
     * Returns how Hibernate sends the values of a type. The type code of a column may differ: with MariaDB, Hibernate gives a
     * UUID a column of type {@code uuid}, but sends text.
     */
    public static SqlKind sent(Type type) {
        return type instanceof JdbcMapping mapping ? sent(mapping.getJdbcType().getJdbcTypeCode()) : UNKNOWN;
    }

    private static SqlKind sent(int jdbcType) {
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
        return jdbcType == SqlTypes.UUID || jdbcType == SqlTypes.OTHER ? GUID : UNKNOWN;
    }

    /**
     * Returns whether a column returns the parameter as it was sent, and is found by the parameter.
     *
     * @param held the kind of the column's values
     * @param isTextUntyped whether PostgreSQL's driver sends text without a type
     */
    public boolean isKeptIn(SqlKind held, Dialect dialect, boolean isTextUntyped) {
        return Conversions.of(dialect, isTextUntyped).keep(this, held);
    }

    @Override
    public String toString() {
        return words;
    }
}
