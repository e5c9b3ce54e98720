package io.github.hibernateidgen.worker.jdbc;

import io.github.hibernateidgen.internal.calls.PoolFigures;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections whose transactions the borrower commits.
 *
 * <p>Thread-safe if {@code opened} is.
 *
 * @param opened opens a connection
 * @param pool the data source of the connections; null if it is not known
 */
record PlainConnections(
        ConnectionSource.Work<Connection> opened, @Nullable DataSource pool)
        implements ConnectionSource, PoolFigures.Source {

    @Override
    public Connection open() throws SQLException {
        return opened.run();
    }

    @Override
    public String place() {
        return "";
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
