package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jndi.spi.JndiService;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Borrows connections from the data source that the settings name for this library's statements.
 *
 * <p>Thread-safe.
 */
final class NamedConnections implements JdbcConnectionAccess {

    private static final long serialVersionUID = 1L;

    private final transient DataSource source;

    private NamedConnections(DataSource source) {
        this.source = source;
    }

    /**
     * Reads the setting.
     *
     * @return the connections; null if the settings name no data source
     * @throws IdgenConfigurationException if no data source has the JNDI name of the setting
     */
    static @Nullable NamedConnections of(Settings settings, ServiceRegistry registry) {
        Object given = settings.connection();
        if (given.equals(Settings.OWN) || given.equals(Settings.POOL)) {
            return null;
        }
        return new NamedConnections(given instanceof DataSource object ? object : find(given, registry));
    }

    private static DataSource find(Object name, ServiceRegistry registry) {
        String problem;
        try {
            Object found =
                    requireNonNull(registry.getService(JndiService.class)).locate(name.toString());
            if (found instanceof DataSource object) {
                return object;
            }
            problem = "the object with this JNDI name is no " + DataSource.class.getName();
        } catch (HibernateException e) {
            problem = "no data source has this JNDI name (" + e.getMessage() + ")";
        }
        throw new IdgenConfigurationException(
                IdgenSettings.JDBC_CONNECTION, name, problem, "name a data source of the server");
    }

    DataSource source() {
        return source;
    }

    @Override
    public Connection obtainConnection() throws SQLException {
        return source.getConnection();
    }

    @Override
    public void releaseConnection(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }
}
