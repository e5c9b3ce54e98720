package io.github.hibernateidgen.worker.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The databases for which a script that creates the table of reservations is included. The statements on the table are the
 * same on all.
 *
 * <p>The script of {@code SQL_SERVER} is the resource {@code io/github/hibernateidgen/worker/jdbc/sql_server.sql}, and
 * so on; Flyway and Liquibase users copy it among their own.
 */
public enum JdbcDatabase {
    /** PostgreSQL, CockroachDB and YugabyteDB. */
    POSTGRESQL("PostgreSQL", "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)", null, false) {
        @Override
        boolean mayMissTable(SQLException e) {
            return state(e).startsWith("42");
        }

        @Override
        void requireAcknowledged(Warnings warnings) throws SQLException {
            for (SQLWarning warning = warnings.get(); warning != null; warning = warning.getNextWarning()) {
                if ("01000".equals(warning.getSQLState())) {
                    throw new SQLException(
                            "the server has stored the write, but has not acknowledged it: " + warning.getMessage(),
                            warning.getSQLState(),
                            warning);
                }
            }
        }
    },
    /** MySQL and TiDB. */
    MYSQL("MySQL", "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000", null, true),
    /** MariaDB. */
    MARIADB("MariaDB", MYSQL.clock, null, true),
    /** Microsoft SQL Server. */
    SQL_SERVER("Microsoft SQL Server", "select datediff_big(millisecond, '19700101', sysutcdatetime())", null, true) {

        // Its driver has other SQLSTATEs with xopenStates=true.
        private static final Set<Integer> BROKEN_KEY = Set.of(2627, 2601);
        private static final Set<Integer> ROLLED_BACK = Set.of(1205, 3960);

        @Override
        boolean mayBeBrokenKey(SQLException e) {
            return BROKEN_KEY.contains(e.getErrorCode()) || super.mayBeBrokenKey(e);
        }

        @Override
        boolean isRolledBack(SQLException e) {
            return ROLLED_BACK.contains(e.getErrorCode()) || super.isRolledBack(e);
        }

        /** Uses brackets, since double quotes enclose text if QUOTED_IDENTIFIER is off. */
        @Override
        String quoted(String name, String quote) {
            return "[" + name + "]";
        }

        /** Writes an empty schema, since T-SQL reads the first of two parts as the schema. */
        @Override
        String inCatalog(String catalog, String table) {
            return catalog + ".." + table;
        }
    },
    /** Oracle. */
    ORACLE(
            "Oracle",
            "select round((cast(sys_extract_utc(systimestamp) as date) - date '1970-01-01') * 86400000) from dual",
            null,
            false),
    /** DB2. */
    DB2("DB2", null, null, true),
    /** H2. The setting that was stored is listed beside the setting in force, which may be longer. */
    H2(
            "H2",
            "select cast(extract(epoch from current_timestamp) * 1000 as bigint)",
            "select max(cast(setting_value as bigint)) from information_schema.settings"
                    + " where setting_name = 'WRITE_DELAY' and database_path() is not null",
            true) {

        // The object, the connection or the database is closed; source: org.h2.api.ErrorCode.
        private static final Set<Integer> CLOSED = Set.of(90007, 90067, 90098, 90121);

        @Override
        boolean mayMissTable(SQLException e) {
            return !CLOSED.contains(e.getErrorCode()) && super.mayMissTable(e);
        }
    },
    /** HSQLDB. */
    HSQLDB(
            "HSQL Database Engine",
            "values unix_millis()",
            "select max(cast(p.property_value as bigint)) from information_schema.system_properties p,"
                    + " information_schema.system_sessioninfo s where p.property_name = 'hsqldb.write_delay_millis'"
                    + " and s.key = 'DATABASE' and s.\"VALUE\" not like 'mem:%'",
            true),
    /** Derby. */
    DERBY("Apache Derby", null, null, true),
    /** Any other database, with the types of the SQL standard. */
    OTHER("", null, null, true);

    /** The warnings of a statement, or of a connection. Some drivers ask the server for them. */
    interface Warnings {
        @Nullable
        SQLWarning get() throws SQLException;
    }

    // Of MySQL and MariaDB, for a user: they have SQLSTATE 42000, and pass.
    private static final Set<Integer> TOO_MANY_CONNECTIONS = Set.of(1203, 1226);

    // A missing table, a refused login.
    private static final Set<Integer> SQL_SERVER_PERMANENT = Set.of(208, 18456);
    private static final int ORACLE_LOGIN = 1017;
    private static final int SQLITE_ERROR = 1;

    private final String productPrefix;
    private final @Nullable String clock;
    private final @Nullable String writeDelay;
    private final boolean readsUncommitted;

    /**
     * Makes a database.
     *
     * @param clock the query for the server's clock, in Unix milliseconds whatever the time zone of the session; null if none is
     *     known
     * @param writeDelay the query for the milliseconds that may pass between a confirmed commit and its writing to a file, whose
     *     result is null or 0 where none pass; null for databases that write first
     * @param readsUncommitted whether level READ UNCOMMITTED is more than another name for READ COMMITTED, so that the driver is
     *     asked for the level before a read
     */
    JdbcDatabase(String productPrefix, @Nullable String clock, @Nullable String writeDelay, boolean readsUncommitted) {
        this.productPrefix = productPrefix;
        this.clock = clock;
        this.writeDelay = writeDelay;
        this.readsUncommitted = readsUncommitted;
    }

    /**
     * Recognizes a database by its product name.
     *
     * @param metaData of a connection to it
     * @return the database, {@link #OTHER} for a database without a constant here
     * @throws SQLException if it does not say
     */
    public static JdbcDatabase of(DatabaseMetaData metaData) throws SQLException {
        String product = metaData.getDatabaseProductName();
        for (JdbcDatabase database : values()) {
            if (product.startsWith(database.productPrefix)) {
                return database;
            }
        }
        return OTHER;
    }

    /**
     * Returns the statement that creates the table {@code idgen_worker}.
     *
     * @return the text of the script, which ends in a semicolon and a line feed
     */
    public String ddl() {
        String resource = name().toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream script = JdbcDatabase.class.getResourceAsStream(resource)) {
            if (script == null) {
                throw new IllegalStateException(
                        "resource [" + resource + "] is missing beside " + JdbcDatabase.class + "; repair the jar");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nullable
    String clock() {
        return clock;
    }

    @Nullable
    String writeDelay() {
        return writeDelay;
    }

    /**
     * Throws if the server has committed a write without waiting for its synchronous standby, which may lack it. PostgreSQL says
     * so in a warning, and answers as usual, when somebody cancels the statement that waits. Source: PostgreSQL's {@code
     * SyncRepWaitForLSN}.
     */
    void requireAcknowledged(Warnings warnings) throws SQLException {}

    /**
     * Returns whether a query may have failed because the server does not know its table or a function of it: true for every
     * error that is not about the connection, another transaction, or a shutdown of the server.
     */
    boolean mayRefuseQuery(SQLException e) {
        String state = state(e);
        return !state.startsWith("08") && !state.startsWith("40") && !state.startsWith("57");
    }

    /**
     * Returns whether a failure does not pass by itself: a refused login, a missing database, schema or table, or a statement that
     * is not allowed. Those have SQLSTATE classes 28, 3D, 3F and 42, except on SQL Server, Oracle and SQLite, whose codes are
     * looked at. A pool that gives no connection has the reason in its chain. The database need not be known yet.
     */
    static boolean isPermanent(SQLException e) {
        for (Throwable part : e) {
            if (part instanceof SQLException one && lasts(state(one), one.getErrorCode())) {
                return true;
            }
        }
        return false;
    }

    private static boolean lasts(String state, int code) {
        return switch (state.substring(0, Math.min(2, state.length()))) {
            case "28", "3D", "3F" -> true;
            case "42" -> !TOO_MANY_CONNECTIONS.contains(code);
            case "S0" -> SQL_SERVER_PERMANENT.contains(code);
            case "72" -> code == ORACLE_LOGIN;
            case "nu" -> code == SQLITE_ERROR; // SQLite has no states.
            default -> false;
        };
    }

    boolean readsUncommitted() {
        return readsUncommitted;
    }

    /** Returns whether an INSERT met the primary key: SQLSTATE 23505 or, where constraints are not told apart, 23000. */
    boolean mayBeBrokenKey(SQLException e) {
        String state = state(e);
        return state.equals("23505") || state.equals("23000");
    }

    /**
     * Returns whether a statement may have failed because its table is missing. Most databases say so with SQLSTATE class
     * 42, but some have states of their own, or none: so this is true for every error that is not about the connection,
     * another transaction, or a shutdown of the server.
     */
    boolean mayMissTable(SQLException e) {
        return mayRefuseQuery(e);
    }

    /**
     * Returns whether the transaction was rolled back because of another one: SQLSTATE 40001 and PostgreSQL's 40P01. 40003, which
     * leaves the outcome open, is not among them.
     */
    boolean isRolledBack(SQLException e) {
        String state = state(e);
        return state.equals("40001") || state.equals("40P01");
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    /** Returns a name in quotes, which the database does not fold. */
    String quoted(String name, String quote) {
        return quote + name + quote;
    }

    /** Returns the name, in SQL, of a table in the connection's schema of another catalog. */
    String inCatalog(String catalog, String table) {
        return catalog + "." + table;
    }
}
