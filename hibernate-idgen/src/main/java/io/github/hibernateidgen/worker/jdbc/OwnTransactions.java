package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * Runs statements on borrowed connections, each in a transaction of its own, which reads committed rows only and waits for the
 * server for a bounded time.
 *
 * <p>Thread-safe.
 *
 * @param connections lends the connections
 */
record OwnTransactions(ConnectionSource connections) {

    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    /** Tells whether a connection must be asked for its isolation level before a statement. */
    interface Asking {
        boolean of(Connection connection) throws SQLException;
    }

    /** Runs one statement and commits it, unless autocommit or a transaction manager does. */
    <T> T run(Asking level, Work<T> work) throws SQLException {
        return connections.transact(() -> lent(connection -> isolated(connection, level, work)));
    }

    /** Runs one statement outside of a transaction manager's transactions, and commits it unless autocommit does. */
    <T> T outside(Work<T> work) throws SQLException {
        return lent(connection -> committed(connection, work));
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

    private <T> T isolated(Connection connection, Asking level, Work<T> work) throws SQLException {
        CommittedReads reads = CommittedReads.set(connection, level.of(connection));
        try {
            return committed(connection, work);
        } finally {
            reads.lift();
        }
    }

    private <T> T committed(Connection connection, Work<T> work) throws SQLException {
        boolean isOurs = connections.isCommittedByBorrower(connection);
        try {
            T result = work.with(connection);
            if (isOurs) {
                connection.commit();
            }
            return result;
        } catch (SQLException | RuntimeException e) {
            if (isOurs) {
                rollBack(connection, e);
            }
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
