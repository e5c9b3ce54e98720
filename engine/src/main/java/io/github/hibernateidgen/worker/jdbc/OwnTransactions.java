package io.github.hibernateidgen.worker.jdbc;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.BoundedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on one table, on borrowed connections. The work shares no transaction with other work or with the caller,
 * reads only committed rows, and waits for the server for a bounded time.
 *
 * <p>Thread-safe.
 */
final class OwnTransactions {

    interface Work<T> {
        T with(BoundedConnection connection, TableSql sql) throws SQLException;
    }

    private final ConnectionSource connections;
    private final JdbcTable table;
    private final AtomicReference<@Nullable TableSql> known = new AtomicReference<>();

    OwnTransactions(ConnectionSource connections, JdbcTable table) {
        this.connections = connections;
        this.table = table;
    }

    /** Returns the statements on the table; null before the first connection. */
    @Nullable
    TableSql known() {
        return known.get();
    }

    /** Returns the database, which is {@link JdbcDatabase#OTHER} before the first connection. */
    JdbcDatabase database() {
        TableSql sql = known();
        return sql == null ? JdbcDatabase.OTHER : sql.database();
    }

    /**
     * Runs the work and commits it, unless autocommit or a transaction manager commits.
     *
     * @param reads whether the work reads rows, so that the connection's isolation level must be checked
     */
    <T> T run(boolean reads, Work<T> work) throws SQLException {
        return connections.transact(() -> outside(reads, work));
    }

    /** Runs the work outside of a transaction manager's transactions, and commits it unless autocommit commits. */
    <T> T outside(boolean reads, Work<T> work) throws SQLException {
        BoundedCall.waits();
        Connection connection = open();
        try (BoundedConnection bounded = new BoundedConnection(connection, BoundedCall.sends())) {
            boolean commits = begin(connection);
            TableSql sql = sql(connection, commits);
            boolean raised = reads && isUncommitted(connection, sql.database());
            if (raised) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            try {
                T result = commits ? bounded.commit(() -> work.with(bounded, sql)) : work.with(bounded, sql);
                bounded.requireInTime();
                if (commits) {
                    sql.database().requireAcknowledged(connection::getWarnings);
                }
                return result;
            } finally {
                if (raised) {
                    lower(connection);
                }
            }
        } finally {
            connections.close(connection);
        }
    }

    /**
     * Returns a connection. A closed or exhausted pool may throw an exception without an SQLSTATE. This method throws
     * only exceptions of SQLSTATE class 08, so that no such exception is mistaken for a missing table.
     */
    private Connection open() throws SQLException {
        try {
            return connections.open();
        } catch (SQLException e) {
            throw String.valueOf(e.getSQLState()).startsWith("08")
                    ? e
                    : new SQLTransientConnectionException(e.getMessage(), "08001", e);
        }
    }

    private static void lower(Connection connection) {
        try {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        } catch (SQLException | RuntimeException e) {
            // The connection is broken; its pool will notice.
        }
    }

    /**
     * Ends a transaction that was left open, unless a transaction manager commits. Returns whether this class must commit the
     * next transaction.
     */
    private boolean begin(Connection connection) throws SQLException {
        if (!connections.isCommittedByBorrower(connection)) {
            return false;
        }
        if (connection.getAutoCommit()) {
            turnAutoCommitOn(connection);
            return false;
        }
        connection.commit(); // In a transaction that was left open, a read would see that transaction's old snapshot.
        return true;
    }

    /**
     * Ends a transaction that was left open, and makes the server commit each statement.
     *
     * <p>A driver may report autocommit although the session is in a transaction. A pool may run SQL such as {@code SET
     * autocommit=0} or {@code BEGIN} on each new connection, and a driver that keeps its own autocommit state does not
     * notice. Writes that seem to be committed are then rolled back when the pool closes the connection. JDBC requires
     * a commit on each change of autocommit, so this method turns autocommit off and on again. The explicit commit
     * serves proxies that do not pass the changes of autocommit to the driver.
     */
    private static void turnAutoCommitOn(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            connection.commit();
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /**
     * Returns whether a read would return uncommitted rows. If the connection of a claim breaks before the commit arrives, such
     * a read returns the row of the claim until the server notices the broken connection and rolls the row back.
     */
    private static boolean isUncommitted(Connection connection, JdbcDatabase database) throws SQLException {
        return database.readsUncommitted()
                && connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
    }

    /** Returns the statements on the table. If two threads make them, both threads use the statements of the first. */
    private TableSql sql(Connection connection, boolean commits) throws SQLException {
        TableSql sql = known.get();
        if (sql != null) {
            return sql;
        }
        TableSql made = TableSql.of(table, connection, commits);
        return known.compareAndSet(null, made) ? made : requireNonNull(known.get());
    }
}
