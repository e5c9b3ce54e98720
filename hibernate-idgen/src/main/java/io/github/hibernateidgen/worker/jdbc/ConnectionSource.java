package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Lends connections to a {@link JdbcReservationStore}, one at a time and for one statement each.
 *
 * <p>A connection must not be part of anybody's transaction. It may have autocommit on or off: off, its work is
 * committed; the setting is left as it is.
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
     * Takes a connection back. Unless overridden, this closes it, which gives it back to a pool.
     *
     * @param connection a connection from {@link #open()}
     * @throws SQLException if it cannot be closed
     */
    default void close(Connection connection) throws SQLException {
        connection.close();
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
