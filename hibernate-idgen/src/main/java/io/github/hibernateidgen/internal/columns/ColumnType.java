package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.mapping.Column;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.JdbcTypeNameMapper;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column: in the mapping, from the {@code columnDefinition} if there is one, and Hibernate's type code; or
 * in the database.
 *
 * @param name the lower-case type name that the definition starts with, without quotes and schema; empty without a
 *     definition
 * @param code the {@link SqlTypes} code, or {@code null} if Hibernate states none
 * @param length the length of text or binary in characters or bytes, or the digits of a number; {@link Long#MAX_VALUE} if
 *     it is not stated
 * @param scale how many of a number's digits follow the decimal point; 0 if it is not stated
 */
public record ColumnType(String name, @Nullable Integer code, long length, int scale) {

    /** Matches a name, perhaps quoted and after a schema, its further words, and the first two numbers in parentheses. */
    private static final Pattern DEFINITION = Pattern.compile(
            "(?is)\\s*(?:[\\w\\[\\]\"`]+\\.)*[\\[\"`]?(\\w+)[\\]\"`]?"
                    + "(?:(?:\\s+(?:varying|character|char))*\\s*\\(\\s*(\\d+)(?=\\s*(?:,|\\)|char|byte))(?:\\s*,\\s*(-?\\d+))?)?.*");

    private static final int UNSTATED_SCALE = -127;

    private static final Set<String> WHOLE_NUMBERS = Set.of(
            "tinyint",
            "int1",
            "smallint",
            "int2",
            "smallserial",
            "serial2",
            "mediumint",
            "int3",
            "middleint",
            "int",
            "integer",
            "int4",
            "serial",
            "serial4",
            "bigint",
            "int8",
            "bigserial",
            "serial8");

    private static final Set<String> DECIMALS = Set.of("number", "numeric", "decimal", "dec", "fixed");

    private static final Set<String> OTHER_NUMBERS = Set.of(
            "decfloat",
            "float",
            "real",
            "double",
            "float4",
            "float8",
            "binary_double",
            "binary_float",
            "money",
            "smallmoney");

    /** Types that take neither numbers nor text of ours, nor GUIDs. */
    private static final Set<String> TIMES_AND_FLAGS = Set.of(
            "date",
            "time",
            "timetz",
            "timestamp",
            "timestamptz",
            "datetime",
            "datetime2",
            "datetimeoffset",
            "smalldatetime",
            "interval",
            "bool",
            "boolean");

    /** Returns the type of a column in the mapping. */
    public static ColumnType of(Column column) {
        String definition = column.getSqlType();
        Matcher matcher = DEFINITION.matcher(definition == null ? "" : definition);
        return matcher.matches() ? stated(matcher, column.getSqlTypeCode()) : ofCode(column);
    }

    private static ColumnType stated(Matcher definition, @Nullable Integer code) {
        String length = definition.group(2);
        String scale = definition.group(3);
        return new ColumnType(
                String.valueOf(definition.group(1)).toLowerCase(Locale.ROOT),
                code,
                orUnstated(length == null ? null : Long.valueOf(length)),
                scale == null ? 0 : Integer.parseInt(scale));
    }

    /** Returns the type of a column in the database; if no size is given beside its name, that in the name. */
    public static ColumnType of(StoredColumn column) {
        String type = column.lowerCaseType();
        if (type.endsWith("for bit data")) {
            type = type.startsWith("char") ? "binary" : "varbinary"; // DB2 has no other name for it.
        }
        Matcher matcher = DEFINITION.matcher(type);
        boolean isNamed = matcher.matches();
        if (isNamed && column.size() <= 0) {
            return stated(matcher, null);
        }
        String name = isNamed ? String.valueOf(matcher.group(1)) : type;
        // Oracle reports this scale for a number without digits.
        boolean isUnstated = column.size() <= 0 || column.digits() == UNSTATED_SCALE;
        return new ColumnType(
                name, null, isUnstated ? Long.MAX_VALUE : column.size(), isUnstated ? 0 : column.digits());
    }

    private static ColumnType ofCode(Column column) {
        Integer code = column.getSqlTypeCode();
        Integer scale = column.getScale();
        Integer precision = column.getPrecision();
        boolean isDecimal = code != null && (code == SqlTypes.NUMERIC || code == SqlTypes.DECIMAL);
        return isDecimal
                ? new ColumnType(
                        "",
                        code,
                        orUnstated(precision == null ? null : Long.valueOf(precision)),
                        scale == null ? 0 : scale)
                : new ColumnType("", code, orUnstated(column.getLength()), 0);
    }

    private static long orUnstated(@Nullable Long length) {
        return length == null ? Long.MAX_VALUE : length;
    }

    /** Whether each of its values is an integer. */
    boolean isWhole() {
        return WHOLE_NUMBERS.contains(name) || (DECIMALS.contains(name) && scale == 0);
    }

    /** Whether its values are numbers. */
    boolean isNumber() {
        return WHOLE_NUMBERS.contains(name) || DECIMALS.contains(name) || OTHER_NUMBERS.contains(name);
    }

    /** Whether its values are times, or true and false. */
    boolean isTimeOrFlag() {
        return TIMES_AND_FLAGS.contains(name);
    }

    boolean isLengthStated() {
        return length != Long.MAX_VALUE;
    }

    boolean isCode(int sqlTypeCode) {
        return code != null && code == sqlTypeCode;
    }

    @Override
    public String toString() {
        return name.isEmpty() && code != null
                ? JdbcTypeNameMapper.getTypeName(code).toLowerCase(Locale.ROOT)
                : name;
    }
}
