package io.github.hibernateidgen.internal.database;

import java.sql.Connection;
import java.sql.SQLException;

/** Makes connections to the server as a pool makes its own, beside the pool. Thread-safe. */
@FunctionalInterface
interface DriverConnections {

    /**
     * A connection to the server.
     *
     * @param connection the connection
     * @param physical ends the session on the server: the connection itself, or the XA connection that it belongs to
     */
    record Made(Connection connection, AutoCloseable physical) {

        Made(Connection connection) {
            this(connection, connection);
        }
    }

    /**
     * Logs in to the server, with the credentials that the pool has now.
     *
     * @throws SQLException if the server or the driver rejects the login, or if the pool does not reveal how it logs in
     */
    Made make() throws SQLException;
}
