package io.github.hibernateidgen.internal.columns;

import org.hibernate.dialect.DB2Dialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.SQLServerDialect;
import org.hibernate.dialect.SybaseDialect;
import org.hibernate.type.SqlTypes;

/** Tells which integers a column returns as they were written. Floating-point types round, and narrow ones overflow. */
public final class ExactIntegers {

    private static final int LONG = 63;
    private static final int DOUBLE = 53;
    private static final int SINGLE = 24;
    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    private ExactIntegers() {}

    /** Returns the bits up to which the column holds every positive integer: 63 for all but the known smaller types. */
    public static int bits(ColumnType type, Dialect dialect) {
        return switch (type.name()) {
            case "tinyint", "int1" -> 7;
            case "smallint", "int2", "smallserial", "serial2" -> integer(15, dialect);
            case "mediumint", "int3", "middleint" -> 23;
            case "int", "integer", "int4", "serial", "serial4" -> integer(31, dialect);
            case "number", "numeric", "decimal", "dec", "fixed", "decfloat" -> decimal(type, dialect);
            case "float" -> floating(type, dialect);
            case "real" -> real(dialect);
            case "double", "float8", "binary_double" -> DOUBLE;
            case "float4", "binary_float" -> SINGLE;
            case "money" -> 49; // 15 digits before the point on SQL Server, more on PostgreSQL
            case "smallmoney" -> 17;
            case "bit", "bool", "boolean" -> type.isLengthStated() ? (int) Math.min(LONG, type.length()) : 1;
            case "" -> byCode(type, dialect);
            default -> LONG;
        };
    }

    private static int byCode(ColumnType type, Dialect dialect) {
        Integer code = type.code();
        return switch (code == null ? SqlTypes.BIGINT : code) {
            case SqlTypes.TINYINT -> 7;
            case SqlTypes.SMALLINT -> 15;
            case SqlTypes.INTEGER -> 31;
            case SqlTypes.NUMERIC, SqlTypes.DECIMAL -> decimal(type, dialect);
            case SqlTypes.FLOAT, SqlTypes.DOUBLE -> DOUBLE;
            case SqlTypes.REAL -> SINGLE;
            default -> LONG;
        };
    }

    /** Returns the bits of an integer. Oracle's have 38 decimal digits, and SQLite's 64 bits, whatever the type's name. */
    private static int integer(int bits, Dialect dialect) {
        return dialect instanceof OracleDialect || isUntyped(dialect) ? LONG : bits;
    }

    /** Whether the types of columns are hints only. The dialect of SQLite is not among Hibernate's own. */
    static boolean isUntyped(Dialect dialect) {
        return dialect.getClass().getSimpleName().startsWith("SQLite");
    }

    private static int decimal(ColumnType type, Dialect dialect) {
        if (type.scale() < 0) {
            return 0; // The column rounds to tens or more.
        }
        long digits = (type.isLengthStated() ? type.length() : digitsByDefault(type, dialect)) - type.scale();
        return digits > 18 ? LONG : (int) (Math.max(0, digits) * BITS_PER_DIGIT);
    }

    private static int digitsByDefault(ColumnType type, Dialect dialect) {
        boolean plain = !type.name().isEmpty() && !type.name().equals("decfloat");
        if (plain && (dialect instanceof SQLServerDialect || dialect instanceof SybaseDialect)) {
            return 18;
        }
        if (plain && dialect instanceof MySQLDialect) {
            return 10;
        }
        return plain && dialect instanceof DB2Dialect ? 5 : 34;
    }

    /** Returns the bits of {@code float}, whose number in parentheses counts binary digits. */
    private static int floating(ColumnType type, Dialect dialect) {
        if (dialect instanceof OracleDialect) {
            return (int) Math.min(LONG, type.length());
        }
        boolean single = type.isLengthStated() ? type.length() <= SINGLE : dialect instanceof MySQLDialect;
        return single ? SINGLE : DOUBLE;
    }

    private static int real(Dialect dialect) {
        if (dialect instanceof OracleDialect) {
            return LONG;
        }
        return dialect instanceof MySQLDialect || dialect instanceof HSQLDialect ? DOUBLE : SINGLE;
    }
}
