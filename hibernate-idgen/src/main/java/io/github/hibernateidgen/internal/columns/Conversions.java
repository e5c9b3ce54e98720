package io.github.hibernateidgen.internal.columns;

import static io.github.hibernateidgen.internal.columns.SqlKind.BLOB;
import static io.github.hibernateidgen.internal.columns.SqlKind.BYTES;
import static io.github.hibernateidgen.internal.columns.SqlKind.CLOB;
import static io.github.hibernateidgen.internal.columns.SqlKind.GUID;
import static io.github.hibernateidgen.internal.columns.SqlKind.NUMBER;
import static io.github.hibernateidgen.internal.columns.SqlKind.TEXT;

import java.util.Set;
import org.hibernate.dialect.CockroachDialect;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.dialect.HSQLDialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.OracleDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.dialect.SQLServerDialect;

/**
 * The conversions of each database between the type of a JDBC parameter and the type of a column. A conversion counts if the
 * database stores the value, finds it by the same parameter, and returns it. {@code SentColumnsIT} tries all pairs.
 *
 * @param ofGuids the columns that keep GUIDs sent as the database's own type
 * @param ofText the columns that keep text
 * @param ofBytes the columns that keep bytes
 * @param ofNumbers the columns, except columns of numbers, that keep numbers
 */
record Conversions(Set<SqlKind> ofGuids, Set<SqlKind> ofText, Set<SqlKind> ofBytes, Set<SqlKind> ofNumbers) {

    private static final Set<SqlKind> ANY_TEXT = Set.of(GUID, TEXT, BYTES, NUMBER, CLOB, BLOB);
    private static final Set<SqlKind> ANY_BYTES = Set.of(GUID, BYTES, BLOB);

    private static final Conversions H2 = new Conversions(Set.of(GUID, TEXT, BYTES), ANY_TEXT, ANY_BYTES, Set.of(TEXT));
    private static final Conversions HSQLDB =
            new Conversions(ANY_BYTES, Set.of(GUID, TEXT, NUMBER, CLOB), ANY_BYTES, Set.of(TEXT));

    /** PostgreSQL, whose driver sends text as {@code varchar}. */
    private static final Conversions POSTGRESQL =
            new Conversions(Set.of(GUID), Set.of(TEXT, CLOB), Set.of(BYTES, BLOB), Set.of());

    /** CockroachDB, and PostgreSQL whose driver sends text without a type, as with {@code stringtype=unspecified}. */
    private static final Conversions POSTGRESQL_UNTYPED =
            new Conversions(Set.of(GUID), Set.of(GUID, TEXT, NUMBER, CLOB), Set.of(BYTES, BLOB), Set.of());

    /** MySQL, and MariaDB, which stores bytes as a {@code uuid}, but returns text. */
    private static final Conversions MYSQL =
            new Conversions(ANY_BYTES, ANY_TEXT, Set.of(BYTES, BLOB), Set.of(TEXT, CLOB));

    /** SQL Server and Oracle, which do not convert GUIDs and bytes to text and back. */
    private static final Conversions NO_TEXT_OF_BYTES =
            new Conversions(ANY_BYTES, ANY_TEXT, ANY_BYTES, Set.of(TEXT, BYTES, CLOB, BLOB));

    /** A database whose conversions are unknown. */
    private static final Conversions UNKNOWN = new Conversions(
            Set.of(GUID, TEXT, BYTES, CLOB, BLOB),
            ANY_TEXT,
            Set.of(GUID, TEXT, BYTES, CLOB, BLOB),
            Set.of(TEXT, BYTES, CLOB, BLOB));

    /** Returns the conversions of a database. With PostgreSQL, settings of the driver decide how text is sent. */
    static Conversions of(Dialect dialect, boolean isTextUntyped) {
        if (dialect instanceof PostgreSQLDialect) {
            return isTextUntyped ? POSTGRESQL_UNTYPED : POSTGRESQL;
        }
        if (dialect instanceof CockroachDialect) {
            return POSTGRESQL_UNTYPED;
        }
        if (dialect instanceof MySQLDialect) {
            return MYSQL;
        }
        if (dialect instanceof SQLServerDialect || dialect instanceof OracleDialect) {
            return NO_TEXT_OF_BYTES;
        }
        return dialect instanceof H2Dialect ? H2 : dialect instanceof HSQLDialect ? HSQLDB : UNKNOWN;
    }

    /** Returns whether a column returns values as they were sent, and is found by such values. */
    boolean keep(SqlKind sent, SqlKind held) {
        if (held == SqlKind.UNKNOWN || held == SqlKind.TIME) {
            return held == SqlKind.UNKNOWN;
        }
        return switch (sent) {
            case GUID -> ofGuids.contains(held);
            case TEXT -> ofText.contains(held);
            case BYTES -> ofBytes.contains(held);
            case NUMBER -> held == NUMBER || ofNumbers.contains(held);
            default -> true;
        };
    }
}
