package io.github.hibernateidgen.internal.segments;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.function.LongSupplier;

/**
 * A borrowed connection on which no call waits for its server without limit, so that a fetch that is given up leaves no
 * statement behind on the server. A statement is cancelled after 5 s, and the driver closes a connection that has been silent
 * for 10 s, also during a commit, where there is no statement to cancel. {@link #close()} restores the earlier limits.
 *
 * <p>After 5 s a cancellation may be on its way, and some databases report a commit whose wait was cancelled as a success. So no
 * answer counts then: {@link #requireInTime()} throws.
 *
 * <p>Drivers without a network, old drivers and wrappers reject the limits in many ways; there is no limit then. The network
 * limit is set on the driver's own connection, because a pool such as HikariCP closes a connection that does not support a
 * method.
 *
 * <p>Not thread-safe.
 */
final class BoundedConnection implements AutoCloseable {

    private static final int STATEMENT_SECONDS = 5;
    private static final int NETWORK_MILLIS = 10_000;
    private static final int UNKNOWN = -1;

    interface Work<T> {
        T run() throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private final Connection connection;
    private final LongSupplier nanoTime;
    private final long began;
    private int networkMillisBefore = UNKNOWN;
    private int statementSecondsBefore = UNKNOWN;

    BoundedConnection(Connection connection, LongSupplier nanoTime) {
        this.connection = connection;
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
        attempt(() -> {
            Connection driver = connection.unwrap(Connection.class);
            int before = driver.getNetworkTimeout();
            if (before == 0 || before > NETWORK_MILLIS) {
                driver.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
                networkMillisBefore = before;
            }
        });
    }

    /** Prepares a statement that is cancelled after 5 s. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        attempt(() -> {
            int before = statement.getQueryTimeout();
            if (before == 0 || before > STATEMENT_SECONDS) {
                statement.setQueryTimeout(STATEMENT_SECONDS);
                statementSecondsBefore = before;
            }
        });
        return statement;
    }

    /** Returns the connection for foreign code, whose prepared statements are cancelled after 5 s. */
    Connection forOthers() {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && arguments.length == 1) {
                        return prepare((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /**
     * Does work in a transaction of its own and commits it.
     *
     * @throws SQLTimeoutException if a cancellation may have been on its way; the transaction may be committed
     */
    <T> T commit(Work<T> work) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        try {
            T result = work.run();
            connection.commit();
            requireInTime();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            attempt(connection::rollback);
            throw e;
        } finally {
            if (autoCommit) {
                attempt(() -> connection.setAutoCommit(true));
            }
        }
    }

    /** Throws if a cancellation may have been on its way, because no answer counts then. */
    void requireInTime() throws SQLException {
        if (nanoTime.getAsLong() - began >= SECONDS.toNanos(STATEMENT_SECONDS)) {
            throw new SQLTimeoutException(
                    "it has not answered within [" + STATEMENT_SECONDS
                            + " s], so its answer is not used; check whether other transactions hold locks",
                    "57014");
        }
    }

    /** Restores the earlier limits. H2 keeps the limit of a statement for all later statements of the connection. */
    @Override
    public void close() {
        attempt(() -> {
            if (networkMillisBefore != UNKNOWN && !connection.isClosed()) {
                connection.unwrap(Connection.class).setNetworkTimeout(Runnable::run, networkMillisBefore);
            }
        });
        if (statementSecondsBefore != UNKNOWN) {
            attempt(() -> {
                try (Statement statement = connection.createStatement()) {
                    if (statement.getQueryTimeout() != statementSecondsBefore) {
                        statement.setQueryTimeout(statementSecondsBefore);
                    }
                }
            });
        }
    }

    /** Calls a method that drivers may lack, or that fails on a broken connection, which its pool will notice. */
    private static void attempt(Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // There is no limit then.
        }
    }
}
