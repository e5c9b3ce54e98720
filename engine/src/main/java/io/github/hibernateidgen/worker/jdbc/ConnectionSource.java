package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Lends connections to a {@link JdbcReservationStore}, a connection for each read and for each write.
 *
 * <p>A connection must not be part of another transaction, because the borrower commits a transaction that is open. Autocommit
 * may be on or off, and is the same afterwards. If autocommit is off, the borrower commits its statements. If a transaction
 * manager commits, override {@link #transact} and {@link #isCommittedByBorrower}.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface ConnectionSource {

    /**
     * Lends a connection. May wait until a connection is free.
     *
     * @return the connection, without a transaction
     * @throws SQLException if no connection is available
     */
    Connection open() throws SQLException;

    /**
     * Takes a connection back. The default closes the connection, which returns a pooled connection to its pool.
     *
     * @param connection a connection from {@link #open()}
     * @throws SQLException if the connection cannot be closed
     */
    default void close(Connection connection) throws SQLException {
        connection.close();
    }

    /**
     * Does work in a transaction of its own. The work opens one connection, sends its statements and closes the connection. The
     * default only runs the work.
     *
     * <p>If a transaction manager commits, an override suspends the caller's transaction, begins another, does the work,
     * and commits, or rolls back if the work fails.
     *
     * @param work the work, which opens and closes the connection
     * @param <T> the type of the work's result
     * @return the result of the work, once the transaction is committed
     * @throws SQLException if the work fails, or may not have been committed
     */
    default <T> T transact(Work<T> work) throws SQLException {
        return work.run();
    }

    /**
     * Returns whether the borrower of a connection ends transactions: it first ends a transaction that was left open,
     * and commits its own transaction if autocommit is off. The default returns true.
     *
     * @param connection a connection from {@link #open()}, before its first statement
     * @return false if a transaction manager ends transactions, or if autocommit is on and the connection is certain to report
     *     autocommit correctly
     * @throws SQLException if the connection's state cannot be read
     */
    default boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return true;
    }

    /**
     * The work of one transaction.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    interface Work<T> {

        /**
         * Does the work.
         *
         * @return the result
         * @throws SQLException if the work fails
         */
        T run() throws SQLException;
    }

    /**
     * Returns a source over a data source.
     *
     * @param dataSource a connection pool or another data source
     * @return the source
     */
    static ConnectionSource of(DataSource dataSource) {
        return dataSource::getConnection;
    }
}
