package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Lends connections to a {@link JdbcReservationStore}, one at a time and for one statement each.
 *
 * <p>A connection must not be part of another transaction; an open transaction is committed. Its autocommit may be on or off, and
 * is the same afterwards; if it is off, the borrower commits. If a transaction manager commits, override {@link #transact} and
 * {@link #isCommittedByBorrower}.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface ConnectionSource {

    /**
     * Lends a connection. May wait for one to become free.
     *
     * @return the connection, without a transaction
     * @throws SQLException if there is none
     */
    Connection open() throws SQLException;

    /**
     * Takes a connection back. The default closes it, which returns it to a pool.
     *
     * @param connection a connection from {@link #open()}
     * @throws SQLException if it cannot be closed
     */
    default void close(Connection connection) throws SQLException {
        connection.close();
    }

    /**
     * Does work in a transaction of its own. The work opens one connection, sends one statement and closes the connection.
     * The default only does the work.
     *
     * <p>If a transaction manager commits, an override suspends the caller's transaction, begins another, does the work,
     * and commits, or rolls back if the work fails.
     *
     * @param work opens and closes the connection
     * @param <T> the type of the work's result
     * @return the work's result, once the transaction is committed
     * @throws SQLException if the work fails, or may not have been committed
     */
    default <T> T transact(Work<T> work) throws SQLException {
        return work.run();
    }

    /**
     * Returns whether the borrower of a connection ends its transactions: a transaction that is open, and its own, by a commit
     * where autocommit is off. The default returns true.
     *
     * @param connection a connection from {@link #open()}, on which no statement has been sent yet
     * @return false if a transaction manager ends them, or if autocommit is certain to be as the connection reports it
     * @throws SQLException if the connection does not tell
     */
    default boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return true;
    }

    /**
     * The work of one transaction.
     *
     * @param <T> the type of the work's result
     */
    @FunctionalInterface
    interface Work<T> {

        /**
         * Does the work.
         *
         * @return the result
         * @throws SQLException if it can't be done
         */
        T run() throws SQLException;
    }

    /**
     * Returns a source over a data source.
     *
     * @param dataSource a pool, or whatever else makes connections
     * @return the source
     */
    static ConnectionSource of(DataSource dataSource) {
        return dataSource::getConnection;
    }
}
