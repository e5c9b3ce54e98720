package io.github.hibernateidgen.internal;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.mapping.Column;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.JdbcTypeNameMapper;
import org.jspecify.annotations.Nullable;

/**
 * What the mapping says of a column's type: the {@code columnDefinition} where there is one, and Hibernate's type code.
 *
 * @param name the lower-case type name that the definition starts with, without quotes and schema; empty without a
 *     definition
 * @param code the {@link SqlTypes} code, or {@code null} where Hibernate states none
 * @param length the length of text or binary in characters or bytes, or the digits of a number;
 *     {@link Long#MAX_VALUE} where it is not stated
 */
record ColumnType(String name, @Nullable Integer code, long length) {

    /** A name, perhaps quoted and behind a schema, more words of it, and the first number in its parentheses. */
    private static final Pattern DEFINITION = Pattern.compile("(?is)\\s*(?:[\\w\\[\\]\"`]+\\.)*[\\[\"`]?(\\w+)[\\]\"`]?"
            + "(?:(?:\\s+(?:varying|character|char))*\\s*\\(\\s*(\\d+)(?=\\s*(?:,|\\)|char|byte)))?.*");

    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    static ColumnType of(Column column) {
        String definition = column.getSqlType();
        Matcher matcher = DEFINITION.matcher(definition == null ? "" : definition);
        Long length = column.getLength();
        if (!matcher.matches()) {
            return new ColumnType("", column.getSqlTypeCode(), length == null ? Long.MAX_VALUE : length);
        }
        String stated = matcher.group(2);
        String name = String.valueOf(matcher.group(1)).toLowerCase(Locale.ROOT);
        return new ColumnType(name, column.getSqlTypeCode(), stated == null ? Long.MAX_VALUE : Long.parseLong(stated));
    }

    boolean isCode(int sqlTypeCode) {
        return code != null && code == sqlTypeCode;
    }

    /** The bits of a positive integer that the column can hold; 63 for all but the known smaller types. */
    int integerBits() {
        return switch (name) {
            case "tinyint", "int1" -> 7;
            case "smallint", "int2" -> 15;
            case "mediumint" -> 23;
            case "int", "integer", "int4" -> 31;
            case "number", "numeric", "decimal" -> length > 18 ? 63 : (int) (length * BITS_PER_DIGIT);
            case "" ->
                isCode(SqlTypes.TINYINT) ? 7 : isCode(SqlTypes.SMALLINT) ? 15 : isCode(SqlTypes.INTEGER) ? 31 : 63;
            default -> 63;
        };
    }

    @Override
    public String toString() {
        return name.isEmpty() && code != null
                ? JdbcTypeNameMapper.getTypeName(code).toLowerCase(Locale.ROOT)
                : name;
    }
}
