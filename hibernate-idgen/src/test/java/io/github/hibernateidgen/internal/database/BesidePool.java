package io.github.hibernateidgen.internal.database;

import io.github.hibernateidgen.internal.database.DriverConnections.Made;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;

/**
 * A pool and the connections beside it, for tests in other packages.
 *
 * @param pool the connections of the pool
 * @param own the connections beside the pool, or the pool's
 */
public record BesidePool(ConnectionSource pool, OwnConnections own) {

    /** Makes connections that count as one place. */
    public static BesidePool of(ConnectionSource.Work<Connection> lent, ConnectionSource.Work<Connection> made) {
        BootstrapConnections pool = new BootstrapConnections(
                new JdbcConnectionAccess() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public Connection obtainConnection() throws SQLException {
                        return lent.run();
                    }

                    @Override
                    public void releaseConnection(Connection connection) throws SQLException {
                        connection.close();
                    }

                    @Override
                    public boolean supportsAggressiveRelease() {
                        return false;
                    }
                },
                null,
                null,
                "",
                waited -> {});
        return new BesidePool(
                pool,
                new OwnConnections(
                        "worker numbers",
                        () -> new Made(made.run()),
                        pool,
                        new Remedies("idgen.", false),
                        System::nanoTime));
    }
}
