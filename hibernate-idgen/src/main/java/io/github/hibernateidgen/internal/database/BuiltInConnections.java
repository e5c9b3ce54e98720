package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.Database;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.jdbc.connections.internal.ConnectionProviderInitiator;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections for worker numbers and for the checks at startup, if Hibernate's built-in pool is in use. The connections
 * have the pool's settings. Each connection is made when it is requested, and closed when it is released, so the session
 * factory need not close any of them.
 *
 * <p>Autocommit is on, whatever the pool's setting. A single statement then needs no commit. Callers that send several
 * statements turn autocommit off. But if {@code hibernate.connection.init_sql} is set, autocommit is off: that SQL may turn
 * autocommit off on the server, and some drivers would still report autocommit as on, so no write would be committed.
 *
 * <p>The built-in pool holds a lock while it logs in to the server, and while it lends a connection or takes a connection
 * back. A session factory that closes stops the pool, and waits for that lock while it holds the monitor of the service
 * registry. So a renewal that used this pool would keep a session factory from closing until the server answers. Segments
 * use the pool only while there is no connection beside it.
 *
 * <p>Thread-safe.
 */
final class BuiltInConnections implements JdbcConnectionAccess, DriverConnections {

    private static final long serialVersionUID = 1L;

    /** The prefix of the class name of the pool. Hibernate 7.1 changed the rest of the name. */
    private static final String POOL = "org.hibernate.engine.jdbc.connections.internal.DriverManagerConnectionProvider";

    private static final String INIT_SQL = "hibernate.connection.init_sql";

    /** The setting that names a user's own class, which makes the pool's connections. */
    private static final String CREATOR = "hibernate.connection.creator_factory_class";

    /** Matches the URLs of in-memory databases in which each connection has a separate database. */
    private static final Pattern OF_ONE_CONNECTION = Pattern.compile(
            "jdbc:(h2:mem:(;.*)?|(sqlite|duckdb):(\\?.*|.*:memory:.*|.*mode=memory.*)?)", Pattern.CASE_INSENSITIVE);

    private final String url;
    private final transient @Nullable Driver driver;
    private final Properties properties;
    private final @Nullable Integer isolation;
    private final String initSql;

    private BuiltInConnections(String url, @Nullable Driver driver, Map<String, Object> settings) {
        this.url = url;
        this.driver = driver;
        this.properties = ConnectionProviderInitiator.getConnectionProperties(settings);
        this.isolation = ConnectionProviderInitiator.extractIsolation(settings);
        this.initSql = Objects.toString(settings.get(INIT_SQL), "");
    }

    /**
     * Reads the settings of the built-in pool.
     *
     * @param registry the registry of the session factory's services, such as the pool
     * @return the connections; null if another pool is in use, if no URL is set, if a class of the user makes the connections,
     *     or if a new connection would see another database
     */
    static @Nullable BuiltInConnections of(ServiceRegistry registry) {
        ConnectionProvider pool = registry.getService(ConnectionProvider.class);
        if (pool == null || !pool.getClass().getName().startsWith(POOL)) {
            return null;
        }
        Map<String, Object> settings =
                requireNonNull(registry.getService(ConfigurationService.class)).getSettings();
        if (settings.get(CREATOR) != null
                || !(settings.get(AvailableSettings.URL) instanceof String url)
                || OF_ONE_CONNECTION.matcher(url).matches()) {
            return null;
        }
        return new BuiltInConnections(url, driver(settings.get(AvailableSettings.DRIVER), url, registry), settings);
    }

    /**
     * Makes the driver that the settings name, or that Hibernate guesses from the URL. Returns null if there is no such
     * driver, if it cannot be made, or if the guessed driver does not accept the URL; {@link DriverManager} then finds the
     * driver, but loads all drivers of the class path to do so.
     */
    private static @Nullable Driver driver(@Nullable Object name, String url, ServiceRegistry registry) {
        String type = name == null ? guessed(url) : name.toString();
        if (type == null) {
            return null;
        }
        ClassLoaderService classes = requireNonNull(registry.getService(ClassLoaderService.class));
        try {
            Class<? extends Driver> found = classes.classForName(type);
            Driver driver = found.getDeclaredConstructor().newInstance();
            return name != null || driver.acceptsURL(url) ? driver : null;
        } catch (ClassLoadingException | ReflectiveOperationException | SQLException e) {
            return null; // The pool has found its driver without this class.
        }
    }

    private static @Nullable String guessed(String url) {
        for (Database database : Database.values()) {
            if (database.matchesUrl(url)) {
                return database.getDriverClassName(url);
            }
        }
        return null;
    }

    @Override
    public Connection obtainConnection() throws SQLException {
        Connection connection = connect();
        try {
            if (isolation != null) {
                connection.setTransactionIsolation(isolation);
            }
            connection.setAutoCommit(initSql.isBlank());
            if (!initSql.isBlank()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(initSql);
                }
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            try (connection) {
                throw e;
            }
        }
    }

    @Override
    public Made make() throws SQLException {
        return new Made(obtainConnection());
    }

    private Connection connect() throws SQLException {
        Connection connection =
                driver == null ? DriverManager.getConnection(url, properties) : driver.connect(url, properties);
        if (connection == null) {
            throw new SQLNonTransientConnectionException(
                    "the driver [" + driver + "] does not accept Hibernate's connection URL", "08001");
        }
        return connection;
    }

    /**
     * Rolls back the uncommitted work of a connection, and closes the connection. Without the rollback, some drivers would
     * commit the work, and other drivers would not close the connection.
     */
    @Override
    public void releaseConnection(Connection connection) throws SQLException {
        try (connection) {
            if (!connection.isClosed() && !connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return false;
    }
}
