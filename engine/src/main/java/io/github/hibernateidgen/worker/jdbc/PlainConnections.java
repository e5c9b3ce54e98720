package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections whose transactions the borrower commits.
 *
 * <p>Thread-safe if {@code opened} is.
 */
record PlainConnections(ConnectionSource.Work<Connection> opened) implements ConnectionSource {

    @Override
    public Connection open() throws SQLException {
        return opened.run();
    }

    @Override
    public void close(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public <T> T transact(Work<T> work) throws SQLException {
        return work.run();
    }

    @Override
    public boolean isCommittedByBorrower(Connection connection) {
        return true;
    }
}
