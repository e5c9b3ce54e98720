package io.github.hibernateidgen.worker.jdbc;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.internal.calls.PoolFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs work on one table, on borrowed connections. The work shares no transaction with other work or with the caller,
 * reads only committed rows, and waits for the server for a bounded time. It
 * begins when a server has answered on the connection.
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

    /** Returns where the connections come from, for a message; empty if it is the only place. */
    String place() {
        return connections instanceof PoolFigures.Source source ? source.place() : "";
    }

    /** Returns the database, which is {@link JdbcDatabase#OTHER} before the first connection. */
    JdbcDatabase database() {
        TableSql sql = known();
        return sql == null ? JdbcDatabase.OTHER : sql.database();
    }

    /**
     * Runs the work and commits it, unless a transaction manager commits. The work shares the transaction with the first
     * statement that a server answers, because a pooler may lend a server to a transaction only.
     *
     * @param reads whether the work reads rows, so that the connection's isolation level must be checked
     */
    <T> T run(boolean reads, Work<T> work) throws SQLException {
        return connections.transact(() -> outside(reads, work));
    }

    /** Runs the work outside of a transaction manager's transactions, and commits it unless a transaction manager commits. */
    <T> T outside(boolean reads, Work<T> work) throws SQLException {
        try {
            return onConnection(reads, work);
        } catch (RuntimeException e) {
            SQLException withoutKey = NoConnectionException.withoutKey(e);
            if (withoutKey == null) {
                throw e;
            }
            throw withoutKey;
        }
    }

    private <T> T onConnection(boolean reads, Work<T> work) throws SQLException {
        BoundedCall.waits(() -> PoolFigures.advice(connections));
        Connection connection = open();
        try {
            borrow(connection);
            return outside(reads, work, connection);
        } finally {
            connections.close(connection);
        }
    }

    private <T> T outside(boolean reads, Work<T> work, Connection connection) throws SQLException {
        try (BoundedConnection bounded = new BoundedConnection(connection, BoundedCall.limit())) {
            Duration answer = BoundedCall.asks();
            boolean commits = connections.isCommittedByBorrower(connection);
            boolean autoCommit = connection.getAutoCommit();
            TableSql sql = sql(connection, commits, autoCommit);
            if (!commits) {
                return isolated(reads, connection, sql, () -> sent(bounded, sql, answer, work));
            }
            if (autoCommit) {
                connection.setAutoCommit(false);
            }
            try {
                connection.commit(); // In a transaction that was left open, a read would see that transaction's old
                // snapshot.
                return isolated(
                        reads,
                        connection,
                        sql,
                        () -> committed(connection, bounded, sql, () -> sent(bounded, sql, answer, work)));
            } finally {
                restore(connection, autoCommit);
            }
        }
    }

    /** Does the work when a server has answered on the connection. Databases without a known query are not asked. */
    private static <T> T sent(BoundedConnection bounded, TableSql sql, Duration answer, Work<T> work)
            throws SQLException {
        String query = sql.database().ping();
        if (query == null) {
            BoundedCall.sends();
        } else {
            bounded.awaitServer(query, answer);
        }
        T result = work.with(bounded, sql);
        bounded.requireInTime();
        return result;
    }

    private static <T> T committed(
            Connection connection, BoundedConnection bounded, TableSql sql, BoundedConnection.Work<T> work)
            throws SQLException {
        T result = bounded.commit(work);
        sql.database().requireAcknowledged(connection::getWarnings);
        return result;
    }

    /** Does work that, if it reads, reads only committed rows. */
    private static <T> T isolated(boolean reads, Connection connection, TableSql sql, BoundedConnection.Work<T> work)
            throws SQLException {
        boolean raised = reads && isUncommitted(connection, sql.database());
        if (raised) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        try {
            return work.run();
        } finally {
            if (raised) {
                lower(connection);
            }
        }
    }

    private static void restore(Connection connection, boolean autoCommit) {
        if (autoCommit) {
            try {
                connection.setAutoCommit(true);
            } catch (SQLException | RuntimeException e) {
                // The connection is broken; its pool will notice.
            }
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
            throw NoConnectionException.of(e);
        }
    }

    private static void borrow(Connection connection) throws SQLException {
        try {
            BoundedConnection.borrow(connection);
        } catch (SQLException e) {
            throw NoConnectionException.of(e);
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
     * Returns whether a read would return uncommitted rows. If the connection of a claim breaks before the commit arrives, such
     * a read returns the row of the claim until the server notices the broken connection and rolls the row back.
     */
    private static boolean isUncommitted(Connection connection, JdbcDatabase database) throws SQLException {
        return database.readsUncommitted()
                && connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
    }

    /**
     * Returns the statements on the table. If two threads make them, both threads use the statements of the first. The table is
     * looked up with autocommit as it was, because a rollback could undo the {@code search_path} that a pool has set.
     */
    private TableSql sql(Connection connection, boolean commits, boolean autoCommit) throws SQLException {
        TableSql sql = known.get();
        if (sql != null) {
            return sql;
        }
        if (commits) {
            endTransaction(connection, autoCommit);
        }
        TableSql made = TableSql.of(table, connection, commits && !autoCommit);
        return known.compareAndSet(null, made) ? made : requireNonNull(known.get());
    }

    /**
     * Ends a transaction that was left open.
     *
     * <p>A driver may report autocommit although the session is in a transaction. A pool may run SQL such as {@code SET
     * autocommit=0} or {@code BEGIN} on each new connection, and a driver that keeps its own autocommit state does not
     * notice. JDBC requires a commit on each change of autocommit, so this method turns autocommit off and on again. The
     * explicit commit serves proxies that do not pass the changes of autocommit to the driver.
     */
    private static void endTransaction(Connection connection, boolean autoCommit) throws SQLException {
        if (autoCommit) {
            connection.setAutoCommit(false);
        }
        try {
            connection.commit();
        } finally {
            if (autoCommit) {
                connection.setAutoCommit(true);
            }
        }
    }
}
