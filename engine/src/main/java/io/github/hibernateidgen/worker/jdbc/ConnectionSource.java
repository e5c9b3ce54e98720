package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Lends connections to a {@link JdbcReservationStore}, a connection for each read and for each write.
 *
 * <p>A connection must not be part of another transaction, because the borrower commits a transaction that is open. Autocommit
 * may be on or off, and is the same afterwards. If autocommit is off, the borrower commits its statements. If a transaction
 * manager commits, {@link #transact} begins and commits its transactions, and {@link #isCommittedByBorrower} returns false.
 * {@link #of} returns a source without a transaction manager. A source that wraps another source passes all four calls to that
 * source.
 *
 * <p>Implementations are thread-safe.
 */
public interface ConnectionSource {

    /**
     * Lends a connection. May wait until a connection is free.
     *
     * @return the connection, without a transaction
     * @throws SQLException if no connection is available
     */
    Connection open() throws SQLException;

    /**
     * Takes a connection back, usually by {@link Connection#close()}, which returns a pooled connection to its pool.
     *
     * @param connection a connection from {@link #open()}
     * @throws SQLException if the connection cannot be closed
     */
    void close(Connection connection) throws SQLException;

    /**
     * Does work in a transaction of its own. The work opens one connection, sends its statements and closes the connection.
     * Without a transaction manager this method only runs the work.
     *
     * <p>With a transaction manager this method suspends the caller's transaction, begins another, does the work, and commits,
     * or rolls back if the work fails.
     *
     * @param work the work, which opens and closes the connection
     * @param <T> the type of the work's result
     * @return the result of the work, once the transaction is committed
     * @throws SQLException if the work fails, or may not have been committed
     */
    <T> T transact(Work<T> work) throws SQLException;

    /**
     * Returns whether the borrower of a connection ends transactions: it first ends a transaction that was left open,
     * and commits its own transaction if autocommit is off. If this method returns false where nobody commits, a write that is
     * rolled back counts as confirmed, and two processes can get the same worker number.
     *
     * @param connection a connection from {@link #open()}, before its first statement
     * @return false if a transaction manager ends transactions, or if autocommit is on and the connection is certain to report
     *     autocommit correctly; otherwise true
     * @throws SQLException if the connection's state cannot be read
     */
    boolean isCommittedByBorrower(Connection connection) throws SQLException;

    /**
     * The work of one transaction, or the opening of a connection.
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
        return new PlainConnections(dataSource::getConnection, dataSource);
    }

    /**
     * Returns a source over connections that belong to no other transaction, and that {@link Connection#close()} gives back.
     *
     * @param open opens a connection, or takes one from a pool, for example {@code () -> DriverManager.getConnection(url)}
     * @return the source
     */
    static ConnectionSource of(Work<Connection> open) {
        return new PlainConnections(open, null);
    }
}
