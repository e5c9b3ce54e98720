package io.github.hibernateidgen.internal.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections as HikariCP does: with its raw data source, the credentials that it has now, its schema, catalog,
 * isolation and SQL for new connections. The pool is read by reflection and is not changed, so its name, MBeans and meters
 * stay.
 *
 * @param pool a {@code HikariDataSource}
 * @param type the class {@code HikariDataSource}
 */
record HikariConnections(DataSource pool, Class<?> type) implements DriverConnections {

    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

    /** Returns null if the data source is not HikariCP's, or is a subclass that overrides {@code getConnection()}. */
    static @Nullable HikariConnections of(DataSource pool) {
        try {
            Class<?> lends = pool.getClass().getMethod("getConnection").getDeclaringClass();
            return lends.getName().equals(HIKARI) ? new HikariConnections(pool, lends) : null;
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        }
    }

    @Override
    public Made make() throws SQLException {
        try {
            Connection connection = connect();
            try {
                setUp(connection);
                return new Made(connection);
            } catch (SQLException | ReflectiveOperationException | RuntimeException e) {
                try (connection) {
                    throw e;
                }
            }
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException known ? known : unknown(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw unknown(e);
        }
    }

    private static SQLException unknown(@Nullable Throwable cause) {
        return new SQLNonTransientConnectionException("HikariCP does not reveal its connections: " + cause, cause);
    }

    private Connection connect() throws SQLException, ReflectiveOperationException {
        Object inner = type.getMethod("getHikariPoolMXBean").invoke(pool);
        if (inner == null) {
            throw unknown(null); // The pool has lent no connection yet.
        }
        DataSource raw = (DataSource)
                inner.getClass().getMethod("getUnwrappedDataSource").invoke(inner);
        Object credentials = credentials();
        Class<?> from = credentials == pool ? type : credentials.getClass();
        String user = (String) from.getMethod("getUsername").invoke(credentials);
        String password = (String) from.getMethod("getPassword").invoke(credentials);
        return user == null ? raw.getConnection() : raw.getConnection(user, password);
    }

    /** Returns the credentials of HikariCP 6 and later, or the pool, which has the methods itself in earlier versions. */
    private Object credentials() throws ReflectiveOperationException {
        Method method;
        try {
            method = pool.getClass().getMethod("getCredentials");
        } catch (NoSuchMethodException e) {
            return pool;
        }
        // A subclass need not be public, so the method of the superclass is called, which calls an override.
        return type.getMethod(method.getName()).invoke(pool);
    }

    private @Nullable String text(String getter) throws ReflectiveOperationException {
        return (String) type.getMethod(getter).invoke(pool);
    }

    private boolean is(String getter) throws ReflectiveOperationException {
        return (boolean) type.getMethod(getter).invoke(pool);
    }

    private void setUp(Connection connection) throws SQLException, ReflectiveOperationException {
        if (is("isReadOnly")) {
            connection.setReadOnly(true);
        }
        String isolation = text("getTransactionIsolation");
        if (isolation != null) {
            Class<?> levels = Class.forName("com.zaxxer.hikari.util.UtilityElf", false, type.getClassLoader());
            connection.setTransactionIsolation((int)
                    levels.getMethod("getTransactionIsolation", String.class).invoke(null, isolation));
        }
        String catalog = text("getCatalog");
        if (catalog != null) {
            connection.setCatalog(catalog);
        }
        String schema = text("getSchema");
        if (schema != null) {
            connection.setSchema(schema);
        }
        String sql = text("getConnectionInitSql");
        if (sql != null) {
            connection.setAutoCommit(is("isAutoCommit"));
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
