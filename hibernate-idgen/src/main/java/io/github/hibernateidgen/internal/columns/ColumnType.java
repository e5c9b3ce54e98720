package io.github.hibernateidgen.internal.columns;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.mapping.Column;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.JdbcTypeNameMapper;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column, in the mapping or in the database. A type with an unknown name counts as a type that stores all
 * values.
 *
 * @param text the type as messages show it
 * @param name the lower-case name that the type starts with, without quotes and schema
 * @param code the {@link SqlTypes} code; null if Hibernate states no code, and for each type in the database
 * @param length the length of text or binary in characters or bytes, or the digits of a number; {@link Long#MAX_VALUE} if it
 *     is not stated
 * @param scale how many of a number's digits follow the decimal point; 0 if it is not stated
 */
public record ColumnType(String text, String name, @Nullable Integer code, long length, int scale) {

    /** Matches a name, which may have quotes, a schema and further words, and up to two numbers in parentheses. */
    private static final Pattern DEFINITION = Pattern.compile(
            "(?is)\\s*(?:[\\w\\[\\]\"`]+\\.)*[\\[\"`]?(\\w+)[\\]\"`]?"
                    + "(?:(?:\\s+(?:varying|character|char))*\\s*\\(\\s*(\\d+)(?=\\s*(?:,|\\)|char|byte))(?:\\s*,\\s*(-?\\d+))?)?.*");

    /** Matches types that pad values to the column's size with blanks or zeros, and return the padded values. */
    private static final Pattern PADDED =
            Pattern.compile("(?:n?char|bpchar|character|national char(?:acter)?|binary)\\b(?!.*(?:varying|large)).*");

    private static final long UNSTATED = Long.MAX_VALUE;
    private static final int LONG = 63;
    private static final int DOUBLE = 53;
    private static final int SINGLE = 24;
    private static final int MOST_DIGITS = 34;
    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    /** The scale that Oracle reports for a {@code number} without a declared precision. */
    private static final int UNSTATED_SCALE = -127;

    /**
     * The kinds of types, with their names in databases. Each kind stores all integers from 0 up to its number of bits
     * exactly. The kinds of integers come first, and the other numbers follow.
     */
    private enum Kind {
        TINY(7, "tinyint|int1"),
        SMALL(15, "smallint|int2|smallserial|serial2"),
        MEDIUM(23, "mediumint|int3|middleint"),
        INT(31, "int|integer|int4|serial|serial4"),
        BIG(LONG, "bigint|int8|bigserial|serial8"),
        DECIMAL(LONG, "number|numeric|decimal|dec|fixed"),
        REAL(SINGLE, "real|float4|binary_float"),
        FLOAT(DOUBLE, "float|double|float8|binary_double"),
        FLAG(1, "bool|boolean"),
        TIME(LONG, "date|time|timetz|timestamp|timestamptz|datetime|datetime2|datetimeoffset|smalldatetime|interval"),
        TEXT(LONG, "char|character|nchar|bpchar|varchar|nvarchar|varchar2|nvarchar2|text|clob|national"),
        BINARY(LONG, "binary|varbinary|raw|bytea|blob|tinyblob|bit"),
        OTHER(LONG, "");

        private final int bits;
        private final String names;

        Kind(int bits, String names) {
            this.bits = bits;
            this.names = "|" + names + "|";
        }

        static Kind of(String name) {
            for (Kind kind : values()) {
                if (kind.names.contains("|" + name + "|")) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    /**
     * Returns the type of a column in the mapping: the type in its {@code columnDefinition}, or, without a
     * {@code columnDefinition}, the type of Hibernate's type code.
     */
    public static ColumnType of(Column column) {
        Integer code = column.getSqlTypeCode();
        String definition = column.getSqlType();
        if (definition != null) {
            ColumnType type = of(definition, 0, 0);
            return new ColumnType(type.name, type.name, code, type.length, type.scale);
        }
        String name = code == null ? "" : JdbcTypeNameMapper.getTypeName(code).toLowerCase(Locale.ROOT);
        Kind kind = Kind.of(name);
        boolean isDecimal = kind == Kind.DECIMAL;
        Number length = isDecimal ? (Number) column.getPrecision() : column.getLength();
        Integer scale = isDecimal ? column.getScale() : null;
        // Without a length, Hibernate's DDL declares 31 or 38 digits for a decimal, both enough for 63 bits, and
        // 53 binary digits for a double.
        long byDefault = isDecimal ? MOST_DIGITS : kind == Kind.FLOAT ? DOUBLE : UNSTATED;
        return new ColumnType(
                name, name, code, length == null ? byDefault : length.longValue(), scale == null ? 0 : scale);
    }

    /**
     * Returns a type as SQL writes it, or as the database describes it through JDBC.
     *
     * @param type the type's name, such as {@code int4} or {@code CHARACTER VARYING}, perhaps with its size
     * @param size the length, or the digits of a number; 0 or less if only the name may state it
     * @param digits the digits of a number after the decimal point
     */
    public static ColumnType of(String type, long size, int digits) {
        String lower = type.toLowerCase(Locale.ROOT);
        // The names of binary types in Derby and DB2 end in "for bit data".
        String definition =
                lower.endsWith("for bit data") ? (lower.startsWith("char") ? "binary" : "varbinary") : lower;
        Matcher matcher = DEFINITION.matcher(definition);
        boolean isNamed = matcher.matches();
        String name = isNamed ? String.valueOf(matcher.group(1)) : definition;
        if (size <= 0) {
            String length = isNamed ? matcher.group(2) : null;
            String scale = isNamed ? matcher.group(3) : null;
            return new ColumnType(
                    lower,
                    name,
                    null,
                    length == null ? UNSTATED : Long.parseLong(length),
                    scale == null ? 0 : Integer.parseInt(scale));
        }
        boolean isSized = size < Integer.MAX_VALUE
                && switch (Kind.of(name)) {
                    case DECIMAL, TEXT, BINARY -> true;
                    default -> false;
                };
        String text = isSized ? lower + "(" + size + (digits > 0 ? "," + digits : "") + ")" : lower;
        return new ColumnType(text, name, null, size, digits == UNSTATED_SCALE ? 0 : digits);
    }

    private Kind kind() {
        return Kind.of(name);
    }

    /** Returns whether each value of this type is an integer. */
    boolean isWhole() {
        return kind().compareTo(Kind.DECIMAL) <= 0 && scale == 0;
    }

    /**
     * Returns whether this is the database's own type for GUIDs, which stores 16 bytes for a GUID in any notation. A type
     * with another name that is neither text nor bytes may be a user's own type; Hibernate's type code then decides. MySQL has
     * no type {@code uuid}: if the MySQL dialect meets a {@code uuid} column, the server is a MariaDB.
     */
    public boolean isGuid(Dialect dialect) {
        boolean isPlain = isText() || isBinary();
        return name.equals(guidName(dialect)) || (!isPlain && code != null && code == SqlTypes.UUID);
    }

    /** Returns the name of the database's own type for GUIDs. */
    public static String guidName(Dialect dialect) {
        return dialect instanceof SQLServerDialect ? "uniqueidentifier" : "uuid";
    }

    /** Returns the kind of the values that a column of this type contains. */
    public SqlKind held(Dialect dialect) {
        if (isGuid(dialect)) {
            return SqlKind.GUID;
        }
        // MySQL's type bit contains numbers.
        if (dialect instanceof MySQLDialect && name.equals("bit")) {
            return SqlKind.NUMBER;
        }
        return switch (kind()) {
            case TEXT -> isLob() ? SqlKind.CLOB : SqlKind.TEXT;
            case BINARY -> isLob() ? SqlKind.BLOB : SqlKind.BYTES;
            case TIME, FLAG -> SqlKind.TIME;
            case OTHER -> SqlKind.UNKNOWN;
            default -> SqlKind.NUMBER;
        };
    }

    public boolean isText() {
        return kind() == Kind.TEXT;
    }

    public boolean isBinary() {
        return kind() == Kind.BINARY;
    }

    /** Returns whether the column contains large objects, which some databases do not compare with a parameter. */
    private boolean isLob() {
        return name.endsWith("lob") || text.contains(" large object");
    }

    /** Returns whether the column pads values to its size. */
    public boolean isPadded() {
        return PADDED.matcher(text).matches();
    }

    /**
     * Returns whether the types of columns are hints only, as in SQLite. Hibernate has no SQLite dialect of its own, so the
     * name of the dialect decides.
     */
    static boolean isUntyped(Dialect dialect) {
        return dialect.getClass().getSimpleName().startsWith("SQLite");
    }

    /**
     * Returns how many bits an integer from 0 up may have so that a column stores the integer exactly: 63 for every type
     * except the known smaller types. Floating-point types round larger integers, and integer types overflow.
     */
    public int bits(Dialect dialect) {
        Kind kind = kind();
        return switch (kind) {
            // Integers have 38 decimal digits in Oracle and 64 bits in SQLite, whatever the type's name.
            case SMALL, INT -> dialect instanceof OracleDialect || isUntyped(dialect) ? LONG : kind.bits;
            case DECIMAL -> decimalBits(dialect);
            case FLOAT -> floatBits(dialect);
            case BINARY -> name.equals("bit") ? (int) Math.min(LONG, length == UNSTATED ? 1 : length) : LONG;
            default -> kind.bits;
        };
    }

    private int decimalBits(Dialect dialect) {
        if (scale < 0) {
            return 0; // The column rounds to tens or more.
        }
        long digits = (length == UNSTATED ? digitsByDefault(dialect) : length) - scale;
        return digits > 18 ? LONG : (int) (Math.max(0, digits) * BITS_PER_DIGIT);
    }

    private static int digitsByDefault(Dialect dialect) {
        if (dialect instanceof MySQLDialect) {
            return 10;
        }
        return dialect instanceof SQLServerDialect ? 18 : MOST_DIGITS;
    }

    /** Returns the bits of {@code float}, whose number in parentheses counts binary digits. */
    private int floatBits(Dialect dialect) {
        if (!name.equals("float")) {
            return DOUBLE;
        }
        if (dialect instanceof OracleDialect) {
            return (int) Math.min(LONG, length);
        }
        boolean isSingle = length == UNSTATED ? dialect instanceof MySQLDialect : length <= SINGLE;
        return isSingle ? SINGLE : DOUBLE;
    }

    @Override
    public String toString() {
        return text;
    }
}
