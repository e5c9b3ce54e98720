package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.internal.calls.SqlFailures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The databases for which this library has a script that creates the table of reservations. The statements that read and write
 * the table are the same for all databases.
 *
 * <p>Each script is a resource that is named like its constant: for {@code SQL_SERVER} it is {@code
 * io/github/hibernateidgen/worker/jdbc/sql_server.sql}. Users of Flyway and Liquibase copy the script to their own
 * scripts.
 */
public enum JdbcDatabase {
    /** PostgreSQL, CockroachDB and YugabyteDB. */
    POSTGRESQL("PostgreSQL", "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)", null, false) {
        @Override
        boolean mayMissTable(SQLException e) {
            return state(e).startsWith("42");
        }

        /**
         * Asks the server which schema of the {@code search_path} has the table. If autocommit is off, a rollback undoes a
         * {@code search_path} that was set in the same transaction, as a pool's {@code schema} is. So the table must then be
         * the same with the {@code search_path} that the session began with.
         */
        @Override
        JdbcTable located(JdbcTable table, Names names, Connection connection, boolean commits) throws SQLException {
            if (table.schema() != null || table.catalog() != null) {
                return table;
            }
            String name = names.quoted(table.name());
            SearchPath path = SearchPath.of(connection, name);
            String schema = path.found();
            if (commits && path.isSet()) {
                String first = SearchPath.ofSessionStart(connection, name).found();
                if (schema != null && first != null && !first.equals(schema)) {
                    throw new UnnamedSchemaException(
                            "schemas [" + schema + "] and [" + first + "] both have a table " + name
                                    + ", and a rollback"
                                    + " changes the search_path of a connection from one to the other",
                            NAME_IT,
                            "3F000");
                }
                schema = schema == null ? first : schema;
            }
            schema = schema == null ? path.current() : schema;
            return schema == null ? table : names.inSchema(table, schema);
        }

        @Override
        void requireAcknowledged(Warnings warnings) throws SQLException {
            for (SQLWarning warning = warnings.get(); warning != null; warning = warning.getNextWarning()) {
                if ("01000".equals(warning.getSQLState()) && !isRaised(warning)) {
                    throw new SQLException(
                            "the server has stored the write, but has not acknowledged it; see whether its"
                                    + " synchronous replica answers: " + warning.getMessage(),
                            warning.getSQLState(),
                            warning);
                }
            }
        }

        /**
         * Returns whether PL/pgSQL's RAISE has made a warning, in a trigger for example. The routine of the server's source
         * distinguishes these warnings; their texts are translated. Without pgjdbc's classes, the answer is no.
         */
        private static boolean isRaised(SQLWarning warning) {
            try {
                Object message =
                        warning.getClass().getMethod("getServerErrorMessage").invoke(warning);
                return message != null
                        && "exec_stmt_raise"
                                .equals(message.getClass()
                                        .getMethod("getRoutine")
                                        .invoke(message));
            } catch (ReflectiveOperationException | RuntimeException e) {
                return false;
            }
        }
    },
    /** MySQL and TiDB. */
    MYSQL("MySQL", "select timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000", null, true) {
        @Override
        JdbcTable located(JdbcTable table, Names names, Connection connection, boolean commits) throws SQLException {
            return inCatalogOf(connection, table, names);
        }
    },
    /** MariaDB. */
    MARIADB("MariaDB", MYSQL.clock, null, true) {
        @Override
        JdbcTable located(JdbcTable table, Names names, Connection connection, boolean commits) throws SQLException {
            return inCatalogOf(connection, table, names);
        }
    },
    /** Microsoft SQL Server. */
    SQL_SERVER("Microsoft SQL Server", "select datediff_big(millisecond, '19700101', sysutcdatetime())", null, true) {

        // With xopenStates=true the driver reports other SQLSTATEs, but the same error codes.
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

        /** Asks the server, which looks into the schema of the user and then into {@code dbo}. */
        @Override
        JdbcTable located(JdbcTable table, Names names, Connection connection, boolean commits) throws SQLException {
            String catalog = table.catalog() == null ? connection.getCatalog() : null;
            JdbcTable inCatalog = catalog == null || catalog.isEmpty() ? table : names.inCatalog(table, catalog);
            if (table.schema() != null || table.catalog() != null) {
                return inCatalog;
            }
            String query = "select coalesce(object_schema_name(object_id(?)), schema_name())";
            try (PreparedStatement statement = connection.prepareStatement(query)) {
                statement.setString(1, names.quoted(table.name()));
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return names.inSchema(inCatalog, row.getString(1));
                }
            }
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
            false) {
        @Override
        String ping() {
            return "select 1 from dual";
        }
    },
    /** DB2. */
    DB2("DB2", null, null, true) {
        @Override
        String ping() {
            return "values 1";
        }
    },
    /**
     * H2. Its settings contain the stored write delay and the write delay in force. Either may be longer, so the query
     * reads the maximum. If the process of H2 2.5.252 is killed, a database on files loses commits of the last minute,
     * even those before a {@code checkpoint}. No delay is long enough, so the query returns 365 days in milliseconds:
     * decision 0038.
     */
    H2(
            "H2",
            "select cast(extract(epoch from current_timestamp) * 1000 as bigint)",
            "select case when h2version() >= '2.5' then max(greatest(cast(setting_value as bigint), 31536000000))"
                    + " else max(cast(setting_value as bigint)) end"
                    + " from information_schema.settings where setting_name = 'WRITE_DELAY' and database_path() is not null",
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
            true) {

        @Override
        String ping() {
            return "values 1";
        }

        /** HSQLDB has the state 42501 for a missing table, too. */
        @Override
        boolean isForbidden(SQLException e) {
            return false;
        }
    },
    /** Derby. */
    DERBY("Apache Derby", null, null, true) {
        @Override
        String ping() {
            return "values 1";
        }
    },
    /** Any other database, with the types of the SQL standard. */
    OTHER("", null, null, true) {
        @Override
        @Nullable
        String ping() {
            return null;
        }
    };

    /** Reads the warnings of a statement or a connection. A read costs time with drivers that query the server for warnings. */
    interface Warnings {
        @Nullable
        SQLWarning get() throws SQLException;
    }

    // The states of a missing right and of a server without writes. If a database has a state for other errors too, the
    // error code follows.
    private static final Set<String> FORBIDDEN = Set.of(
            "42501", "42500", "42502", "90096", "42000/1142", "42000/1143", "42000/1044", "S0005/229", "42000/1031");
    private static final Set<String> READ_ONLY =
            Set.of("25006", "90097", "HY000/1290", "HY000/1836", "S0002/3906", "72000/16000");

    private static final String NAME_IT = "name the table with its schema or database, such as shop.idgen_worker";

    private final String productPrefix;
    private final @Nullable String clock;
    private final @Nullable String writeDelay;
    private final boolean readsUncommitted;

    /**
     * Makes a database.
     *
     * @param clock the query for the server's clock, in Unix milliseconds whatever the time zone of the session; null
     *     if no such query is known
     * @param writeDelay the query for the milliseconds that may pass between the confirmation of a commit and its write
     *     to a file; the result is null or 0 if there is no delay. The query is null for databases without such a
     *     setting, which write before they confirm by default
     * @param readsUncommitted whether READ UNCOMMITTED differs from READ COMMITTED on this database, so that the level
     *     must be checked before a read
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
     * @param metaData the metadata of a connection to the database
     * @return the database; {@link #OTHER} if no constant has its product name
     * @throws SQLException if the product name cannot be read
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

    /** Returns a query that reads no table; null if no such query is known. */
    @Nullable
    String ping() {
        return "select 1";
    }

    @Nullable
    String writeDelay() {
        return writeDelay;
    }

    /**
     * Throws if the server has committed a write without the acknowledgement of its synchronous standby, which may lack
     * the write. When somebody cancels the statement that waits for the standby, PostgreSQL reports success with a
     * warning. Source: PostgreSQL's {@code SyncRepWaitForLSN}.
     */
    void requireAcknowledged(Warnings warnings) throws SQLException {}

    /**
     * Returns whether a query may have failed because the server does not know a table or a function in the query. This
     * is true for every error except a timeout and errors about the connection, another transaction, or a shutdown of the
     * server.
     */
    boolean mayRejectQuery(SQLException e) {
        String state = state(e);
        return !state.startsWith("08")
                && !state.startsWith("40")
                && !state.startsWith("57")
                && !(e instanceof SQLTimeoutException);
    }

    /**
     * Returns whether a failure is permanent: a failed login, a missing database, schema or table, or a statement that
     * is not allowed. Permanent failures have SQLSTATE classes 28, 3D, 3F and 42. For H2, SQL Server, Oracle and SQLite the
     * vendor codes are checked instead. All exceptions of the chain are checked, because a pool without a connection
     * puts the reason into the chain. The database need not be known yet.
     */
    static boolean isPermanent(SQLException e) {
        for (Throwable part : e) {
            if (part instanceof SQLException one && SqlFailures.lasts(one)) {
                return true;
            }
            if (part instanceof NoConnectionException none && none.isPermanent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the account lacks a right on the table. */
    boolean isForbidden(SQLException e) {
        return isOneOf(FORBIDDEN, e);
    }

    /** Returns whether the server, the database or the account accepts no writes. The database need not be known yet. */
    static boolean isReadOnly(SQLException e) {
        return isOneOf(READ_ONLY, e);
    }

    private static boolean isOneOf(Set<String> states, SQLException e) {
        return states.contains(state(e)) || states.contains(state(e) + "/" + e.getErrorCode());
    }

    boolean readsUncommitted() {
        return readsUncommitted;
    }

    /**
     * Returns whether an INSERT may have violated the primary key: SQLSTATE 23505, or 23000, which some databases report for
     * every violated constraint.
     */
    boolean mayBeBrokenKey(SQLException e) {
        String state = state(e);
        return state.equals("23505") || state.equals("23000");
    }

    /**
     * Returns whether a statement may have failed because its table is missing. Most databases report a missing table
     * with SQLSTATE class 42, but some use their own states or no state. So this method returns true for the errors of
     * {@link #mayRejectQuery}.
     */
    boolean mayMissTable(SQLException e) {
        return mayRejectQuery(e);
    }

    /**
     * Returns whether the transaction was rolled back because of another transaction: SQLSTATE 40001 and PostgreSQL's
     * 40P01. Returns false for 40003, which leaves the outcome open.
     */
    boolean isRolledBack(SQLException e) {
        String state = state(e);
        return state.equals("40001") || state.equals("40P01");
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    /**
     * Returns the table with the schema, or the catalog, in which this connection finds it. If the table does not exist
     * yet, it is the schema in which this connection creates it.
     *
     * <p>This default suits databases that look into the schema of the connection first. If only other places have the
     * table, such as a synonym or a search path, it returns the table without a schema.
     *
     * @param commits whether the transaction of the connection may be rolled back here
     */
    JdbcTable located(JdbcTable table, Names names, Connection connection, boolean commits) throws SQLException {
        String schema = table.schema() == null && table.catalog() == null ? schema(connection) : null;
        if (schema == null || schema.isEmpty()) {
            return table;
        }
        JdbcTable inSchema = names.inSchema(table, schema);
        return !isThere(connection, names.quoted(inSchema), commits)
                        && isThere(connection, names.quoted(table), commits)
                ? table
                : inSchema;
    }

    private static @Nullable String schema(Connection connection) {
        try {
            return connection.getSchema();
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            return null; // An old driver, or a database without schemas.
        }
    }

    private boolean isThere(Connection connection, String table, boolean commits) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select 1 from " + table + " where 1 = 0");
                ResultSet none = statement.executeQuery()) {
            return !none.next();
        } catch (SQLException e) {
            if (commits) {
                connection.rollback(); // Some servers reject further statements in a transaction that has failed.
            }
            if (!mayMissTable(e)) {
                throw e; // The next connection looks again.
            }
            return false;
        }
    }

    private static JdbcTable inCatalogOf(Connection connection, JdbcTable table, Names names) throws SQLException {
        if (table.schema() != null || table.catalog() != null) {
            return table;
        }
        String catalog = connection.getCatalog();
        if (catalog == null || catalog.isEmpty()) {
            throw new UnnamedSchemaException("the connection has no current database", NAME_IT, "3D000");
        }
        return names.inCatalog(table, catalog);
    }

    /** Returns the quoted name, which the database does not fold to upper or lower case. */
    String quoted(String name, String quote) {
        return quote + name + quote;
    }

    /** Returns the name, in SQL, of a table in a catalog, without a schema. */
    String inCatalog(String catalog, String table) {
        return catalog + "." + table;
    }
}
