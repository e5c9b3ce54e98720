package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on borrowed connections. Each statement has a transaction of its own, which reads committed rows only and waits
 * for the server for a bounded time.
 *
 * <p>Thread-safe.
 *
 * @param connections lends the connections
 * @param acknowledgement looks at the warnings of a commit
 */
record OwnTransactions(ConnectionSource connections, Acknowledgement acknowledgement) {

    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /** Throws if a warning says that the server has not acknowledged what it has committed. */
    interface Acknowledgement {
        void require(Connection connection, Warnings warnings) throws SQLException;
    }

    /** The warnings of a statement, or of a connection. Some drivers ask the server for them. */
    interface Warnings {
        @Nullable
        SQLWarning get() throws SQLException;
    }

    /** Tells whether a connection must be asked for its isolation level before a statement. */
    interface Asking {
        boolean of(Connection connection) throws SQLException;
    }

    /** Runs one statement and commits it, unless autocommit or a transaction manager does. */
    <T> T run(Asking level, Work<T> work) throws SQLException {
        return connections.transact(() -> lent(connection -> apart(connection, level, work)));
    }

    /** Runs one statement outside of a transaction manager's transactions, and commits it unless autocommit does. */
    <T> T outside(Work<T> work) throws SQLException {
        return lent(connection -> apart(connection, unasked -> false, work));
    }

    private <T> T lent(Work<T> work) throws SQLException {
        Connection connection = open();
        try {
            NetworkLimit limit = NetworkLimit.set(connection);
            try {
                return work.with(connection);
            } finally {
                limit.lift();
            }
        } finally {
            connections.close(connection);
        }
    }

    /**
     * Returns a connection. A closed or exhausted pool throws without an SQLSTATE, which must not be mistaken for a missing
     * table.
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

    private <T> T apart(Connection connection, Asking level, Work<T> work) throws SQLException {
        if (!connections.isCommittedByBorrower(connection)) {
            return isolated(connection, level, work);
        }
        if (connection.getAutoCommit()) {
            turnAutoCommitOn(connection);
            return isolated(connection, level, work);
        }
        connection.commit(); // A read would see the snapshot of a transaction that was left open.
        return isolated(connection, level, lent -> committed(lent, work, acknowledgement));
    }

    /**
     * Ends the transaction that is open, and has the server commit each statement.
     *
     * <p>A driver may report autocommit although the session is in a transaction: SQL that a pool runs on each new connection,
     * such as {@code SET autocommit=0} or {@code BEGIN}, passes by drivers that keep the state themselves. Writes that seem to be
     * committed are then rolled back when the pool closes the connection. By JDBC each change of autocommit commits. The
     * explicit commit is for proxies that keep the changes to themselves.
     */
    private static void turnAutoCommitOn(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            try {
                connection.setAutoCommit(true);
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        connection.setAutoCommit(true);
    }

    private static <T> T isolated(Connection connection, Asking level, Work<T> work) throws SQLException {
        CommittedReads reads = CommittedReads.set(connection, level.of(connection));
        try {
            return work.with(connection);
        } finally {
            reads.lift();
        }
    }

    private static <T> T committed(Connection connection, Work<T> work, Acknowledgement acknowledgement)
            throws SQLException {
        try {
            T result = work.with(connection);
            connection.clearWarnings();
            connection.commit();
            acknowledgement.require(connection, connection::getWarnings);
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        }
    }

    private static void rollBack(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }
}
