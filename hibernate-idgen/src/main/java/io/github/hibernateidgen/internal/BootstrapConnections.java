package io.github.hibernateidgen.internal;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.ServiceRegistry;

/** Connections as Hibernate uses them while it starts: outside of every session and transaction. */
record BootstrapConnections(JdbcConnectionAccess access) implements ConnectionSource {

    static BootstrapConnections of(ServiceRegistry registry) {
        return new BootstrapConnections(
                requireNonNull(registry.getService(JdbcServices.class)).getBootstrapJdbcConnectionAccess());
    }

    @Override
    public Connection open() throws SQLException {
        return access.obtainConnection();
    }

    @Override
    public void close(Connection connection) throws SQLException {
        access.releaseConnection(connection);
    }
}
