package io.github.hibernateidgen.internal.calls;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

/**
 * A borrowed connection on which no call waits for its server without limit. A statement is cancelled after the limit, so a call
 * that is given up leaves no statement behind on the server. The driver closes a connection that has been silent for 5 s longer.
 * This ends a cancel that fails, and a commit, which has no statement to cancel. {@link #close()} restores the earlier limits.
 *
 * <p>A borrowed connection may have no server yet: a proxy borrows it from its pool with the first call, and a pooler such as
 * PgBouncer lends a server to each transaction, with its first statement. So the limit begins when a server has answered:
 * {@link #awaitServer}.
 *
 * <p>After the limit, or after the call was given up, a cancel may be under way. No answer counts then, because some
 * databases report a commit whose wait was cancelled as a success: {@link #requireInTime()} throws. {@link #close()} aborts
 * the connection, because the cancel could hit the statement of the next borrower.
 *
 * <p>Drivers without a network, old drivers and wrappers reject the limits in many ways; there is no limit then. The network
 * limit is set on the driver's own connection, because a pool such as HikariCP closes a connection that does not support a
 * method.
 *
 * <p>Not thread-safe.
 */
public final class BoundedConnection implements AutoCloseable {

    private static final int LONGER_MILLIS = 5_000;
    private static final int UNKNOWN = -1;

    /**
     * Work on a connection.
     *
     * @param <T> the type of the result
     */
    public interface Work<T> {

        /** Does the work. */
        T run() throws SQLException;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private final Connection connection;
    private final int seconds;
    private final LongSupplier nanoTime;
    private final LongSupplier wallMillis;

    /** When the limit began, by both clocks. */
    private long began;

    private long beganMillis;

    /** Whether no statement has been sent yet: a proxy that borrows its connection late may not have borrowed it. */
    private boolean isUnsent;

    /** When the first statement may be cancelled: after the limit, or earlier if the pool sets a shorter one. */
    private Duration cancelled;

    private int networkMillisBefore = UNKNOWN;
    private int statementSecondsBefore = UNKNOWN;

    /**
     * Limits the waits of a connection that the caller has borrowed.
     *
     * @param connection the connection
     * @param limit when a statement is cancelled, rounded up to seconds
     */
    public BoundedConnection(Connection connection, Duration limit) {
        this(connection, limit, System::nanoTime, System::currentTimeMillis);
    }

    BoundedConnection(Connection connection, Duration limit, LongSupplier nanoTime, LongSupplier wallMillis) {
        this.connection = connection;
        this.seconds = (int) Math.max(1, limit.plusNanos(999_999_999).toSeconds());
        this.cancelled = Duration.ofSeconds(seconds);
        this.nanoTime = nanoTime;
        this.wallMillis = wallMillis;
        this.began = nanoTime.getAsLong();
        this.beganMillis = wallMillis.getAsLong();
        limitNetwork(seconds * 1000 + LONGER_MILLIS);
    }

    private void limitNetwork(int millis) {
        attempt(() -> {
            Connection driver = connection.unwrap(Connection.class);
            int before = networkMillisBefore == UNKNOWN ? driver.getNetworkTimeout() : networkMillisBefore;
            if (before == 0 || before > millis) {
                driver.setNetworkTimeout(Runnable::run, millis);
                networkMillisBefore = before;
            }
        });
    }

    /**
     * Makes a proxy that borrows its connection late borrow it now, so that the caller still waits for a connection. Other
     * connections are left as they are.
     *
     * @throws SQLException if the proxy gets no connection
     */
    public static void borrow(Connection connection) throws SQLException {
        try {
            connection.unwrap(Connection.class).getNetworkTimeout();
        } catch (SQLException e) {
            if (e instanceof SQLTransientConnectionException
                    || String.valueOf(e.getSQLState()).startsWith("08")) {
                throw e;
            }
        } catch (RuntimeException | AbstractMethodError e) {
            // Such a driver has no network limit.
        }
    }

    /**
     * Waits for the first answer of a server on this connection, and then begins the limit. Call this inside the transaction of
     * the work, because a pooler may lend another server to the next transaction.
     *
     * @param query a query without a table, which waits for no lock
     * @param longest how long to wait; the driver then closes the connection
     * @throws CancellationException if the call was given up; the code must not send a statement
     */
    public void awaitServer(String query, Duration longest) throws SQLException {
        long asked = nanoTime.getAsLong();
        limitNetwork((int) longest.toMillis());
        isUnsent = true;
        try (PreparedStatement statement = cancellable(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
        } catch (SQLException e) {
            throw nanoTime.getAsLong() - asked < longest.toNanos() ? e : silent(longest, e);
        }
        limitNetwork(seconds * 1000 + LONGER_MILLIS);
        BoundedCall.sends();
        began = nanoTime.getAsLong();
        beganMillis = wallMillis.getAsLong();
    }

    private static SQLException silent(Duration longest, SQLException e) {
        return new SQLTransientConnectionException(
                "no server has answered on a borrowed connection within [" + longest.toMillis()
                        + " ms]; check whether the network or a firewall drops packets, or a pooler before the server has no"
                        + " server free: "
                        + e.getMessage(),
                "08001",
                e);
    }

    /**
     * Prepares a statement that is cancelled after the limit.
     *
     * @throws CancellationException if the call was given up; the code must not send a statement
     */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = cancellable(sql);
        attempt(() -> {
            int before = statement.getQueryTimeout();
            if (before == 0 || before > seconds) {
                statement.setQueryTimeout(seconds);
                statementSecondsBefore = before;
            } else if (before > 0 && before < cancelled.toSeconds()) {
                cancelled = Duration.ofSeconds(before);
            }
        });
        return statement;
    }

    private PreparedStatement cancellable(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        isUnsent = false;
        if (!BoundedCall.cancels(() -> attempt(statement::cancel))) {
            statement.close();
            throw new CancellationException("the call was given up");
        }
        return statement;
    }

    /** Returns the connection for foreign code, whose prepared statements are cancelled after the limit. */
    public Connection forOthers() {
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
     * Does work in a transaction of its own and commits it. The connection then has the warnings of the commit alone.
     *
     * @throws SQLTimeoutException if a cancel may have been under way; the transaction may be committed
     */
    public <T> T commit(Work<T> work) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        try {
            T result = work.run();
            connection.clearWarnings();
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

    /** Returns whether a cancel may be under way by either clock: some drivers use a timer that follows the wall clock. */
    private boolean isLate() {
        return nanoTime.getAsLong() - began >= cancelled.toNanos()
                || wallMillis.getAsLong() - beganMillis >= cancelled.toMillis();
    }

    /** Throws if a cancel may have been under way, because no answer counts then. */
    public void requireInTime() throws SQLException {
        if (isLate()) {
            throw new SQLTimeoutException(
                    "it has not answered within [" + cancelled.toSeconds()
                            + " s], so its answer is not used; check whether other transactions hold locks",
                    "57014");
        }
    }

    /**
     * Restores the earlier limits, so that the caller can return the connection to its pool. H2 keeps the limit of a statement for
     * all later statements of the connection.
     */
    @Override
    public void close() {
        boolean isWanted = BoundedCall.cancels(null);
        if (!isUnsent && (isLate() || !isWanted)) {
            abort();
        }
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

    /**
     * Aborts the driver's connection. HikariCP and Agroal remove a connection from the pool when a later call on it fails, and
     * Agroal would take it back if it was aborted through the pool. MariaDB's driver makes statements after {@code abort()}, so
     * a statement is executed.
     */
    private void abort() {
        attempt(() -> driver().abort(Runnable::run));
        attempt(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("select 1");
            }
        });
    }

    /** Returns the driver's connection. A proxy that unwraps to itself has statements of the pool's connection. */
    private Connection driver() throws SQLException {
        Connection unwrapped = connection.unwrap(Connection.class);
        if (unwrapped != connection) {
            return unwrapped;
        }
        try (Statement statement = connection.createStatement()) {
            return statement.getConnection().unwrap(Connection.class);
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
