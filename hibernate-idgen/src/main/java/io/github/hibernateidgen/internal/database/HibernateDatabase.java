package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.jdbc.env.spi.NameQualifierSupport;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.jdbc.ReturningWork;
import org.hibernate.mapping.Table;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;
import org.hibernate.service.ServiceRegistry;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The database of one session factory. Thread-safe. */
public final class HibernateDatabase {

    /** Limits how long startup waits: the highest id is usually read from the end of an index. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** A wait for a connection after which the log names the cure: the time between two renewals, by default. */
    private static final Duration LONG_WAIT = Duration.ofSeconds(20);

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.jdbc");

    private final ServiceRegistry registry;
    private final SqlStringGenerationContext names;
    private final boolean hasTenantConnections;
    private final Settings settings;
    private final AtomicBoolean isHintLogged = new AtomicBoolean();

    private final AtomicReference<@Nullable BootstrapConnections> connections = new AtomicReference<>();

    /** Makes the database of a session factory, without a call to the server. */
    public HibernateDatabase(SessionFactoryImplementor factory, Settings settings) {
        // The session factory's own registry would keep the session factory in memory.
        this.registry = factory.getSessionFactoryOptions().getServiceRegistry();
        this.names = factory.getSqlStringGenerationContext();
        this.hasTenantConnections = factory.getSessionFactoryOptions().isMultiTenancyEnabled();
        this.settings = settings;
    }

    private JdbcServices jdbc() {
        return requireNonNull(registry.getService(JdbcServices.class));
    }

    private JdbcEnvironment environment() {
        return jdbc().getJdbcEnvironment();
    }

    /** Returns the spelling of names in the metadata of the database. */
    public IdentifierHelper spelling() {
        return environment().getIdentifierHelper();
    }

    /** Returns the names of tables and sequences in SQL. */
    public SqlStringGenerationContext names() {
        return names;
    }

    public Dialect dialect() {
        return jdbc().getDialect();
    }

    /** Returns whether JTA begins and ends transactions. */
    public boolean isJta() {
        TransactionCoordinatorBuilder coordinators = registry.getService(TransactionCoordinatorBuilder.class);
        return coordinators != null && coordinators.isJta();
    }

    /** Returns the connections that this library borrows, outside of every session. The settings may name their data source. */
    public ConnectionSource connections() {
        ConnectionSource known = named();
        return known == null ? bootstrap() : known;
    }

    private @Nullable ConnectionSource named() {
        NamedConnections named = NamedConnections.of(settings, registry);
        return named == null
                ? null
                : new BootstrapConnections(
                        named,
                        jta(),
                        named.source(),
                        ". The table is looked for in the database of "
                                + settings.remedies().named(IdgenSettings.JDBC_CONNECTION)
                                + ", which must be the entities' database",
                        waited -> {});
    }

    /**
     * Makes a source of connections beside the pool for worker numbers.
     *
     * @return the source, which the caller closes; null if the settings do not want it, or if the pool does not reveal how it
     *     makes its connections
     */
    public @Nullable OwnConnections ownForWorkerNumbers() {
        DriverConnections driver = derived();
        return driver == null ? null : own("worker numbers", driver, bootstrap());
    }

    /**
     * Makes a source of connections beside the pool for segments. While there is none, segments use the pool, as the sessions
     * do, also where it is Hibernate's built-in pool: a further login may be what the server rejects.
     *
     * @return the source, which the caller closes; null as for worker numbers
     */
    public @Nullable OwnConnections ownForSegments() {
        DriverConnections driver = derived();
        if (driver == null) {
            return null;
        }
        boolean isBuiltIn = driver instanceof BuiltInConnections;
        return own(
                "segments",
                driver,
                isBuiltIn ? bootstrap().over(jdbc().getBootstrapJdbcConnectionAccess()) : bootstrap());
    }

    private OwnConnections own(String user, DriverConnections driver, BootstrapConnections pool) {
        return new OwnConnections(user, driver, pool, settings.remedies(), System::nanoTime);
    }

    /**
     * Finds out where connections beside the pool must lead, if there will be any. At startup a connection of the pool is free.
     *
     * @throws IdgenConfigurationException if no data source has the JNDI name of the setting
     */
    public void identify() {
        var named = hasTenantConnections ? null : NamedConnections.of(settings, registry);
        if (named == null
                && derived() != null
                && !settings.isOffline()
                && bootstrap().identity() == null) {
            var unused = tryRead(connection -> Optional.empty(), reason -> {});
        }
    }

    private @Nullable DriverConnections derived() {
        ConnectionProvider provider = registry.getService(ConnectionProvider.class);
        if (provider == null || hasTenantConnections || !settings.connection().equals(Settings.OWN)) {
            return null;
        }
        String type = provider.getClass().getName();
        if (!type.startsWith("org.hibernate.") && !type.startsWith("io.quarkus.hibernate.")) {
            return null; // Such a class may lend connections that differ from the pool's.
        }
        DataSource pool = pool();
        if (pool == null) {
            return BuiltInConnections.of(registry);
        }
        DriverConnections hikari = HikariConnections.of(pool);
        return hikari == null ? AgroalConnections.of(pool) : hikari;
    }

    /**
     * Returns the connections for segments, beside the sessions' own; null if segments use the sessions' connections.
     *
     * @param own connections beside the pool, or null
     */
    public @Nullable ConnectionSource forSegments(@Nullable OwnConnections own) {
        return own != null ? own : hasTenantConnections ? null : named();
    }

    private @Nullable JtaTransactions jta() {
        // Without JTA, Hibernate has made no JTA platform, and a request for the platform would make it.
        return isJta() ? JtaTransactions.of(registry) : null;
    }

    private BootstrapConnections bootstrap() {
        if (connections.get() == null) {
            BuiltInConnections separate = BuiltInConnections.of(registry);
            BootstrapConnections made = new BootstrapConnections(
                    separate == null ? jdbc().getBootstrapJdbcConnectionAccess() : separate,
                    jta(),
                    pool(),
                    "",
                    this::hasWaited);
            if (derived() != null) {
                made.identifyNext();
            }
            connections.compareAndSet(null, made);
        }
        return requireNonNull(connections.get());
    }

    /** Logs once what helps an application that uses all connections of its pool. */
    private void hasWaited(long nanos) {
        if (nanos >= LONG_WAIT.toNanos()
                && !settings.has(Setting.JDBC_CONNECTION)
                && isHintLogged.compareAndSet(false, true)) {
            LOG.warn("a request of this library has waited for a connection of the application's pool for ["
                    + nanos / 1_000_000 + " ms]; give the library a data source of its own in "
                    + settings.remedies().named(IdgenSettings.JDBC_CONNECTION));
        }
    }

    /** Returns the data source from which Hibernate takes its connections; null if it is not known. */
    private @Nullable DataSource pool() {
        ConnectionProvider provider = registry.getService(ConnectionProvider.class);
        return provider != null && provider.isUnwrappableAs(DataSource.class)
                ? provider.unwrap(DataSource.class)
                : null;
    }

    /** Aborts the connections of calls for which no thread waits any more, because the session factory closes. */
    public void abandonConnections() {
        bootstrap().abandon();
    }

    /** Returns the {@linkplain BootstrapConnections#url() address} of the database; empty if it is unknown. */
    public Optional<String> url() {
        return bootstrap().url();
    }

    /**
     * Does work of startup that only reads, in a separate transaction.
     *
     * @throws SQLException if the work fails
     * @throws HibernateException if the caller's transaction stays suspended, without which startup can't continue
     */
    public <T> T read(ReturningWork<T> work) throws SQLException {
        try {
            return bootstrap().read(work);
        } catch (NotResumedException e) {
            throw e.atStart();
        }
    }

    /**
     * Does work of startup that only reads, and without which startup continues.
     *
     * @param failed gets the reason, without secrets, if the work fails
     * @return the result; empty if the work fails
     * @throws HibernateException if the caller's transaction stays suspended
     */
    public <T> Optional<T> tryRead(ReturningWork<Optional<T>> work, Consumer<Object> failed) {
        try {
            return bootstrap().read(work);
        } catch (NotResumedException e) {
            throw e.atStart();
        } catch (SQLException | RuntimeException e) {
            failed.accept(Secrets.masked(e));
            return Optional.empty();
        }
    }

    /** Reads a result, or its current row; returns null if there is no value. */
    @FunctionalInterface
    public interface RowReader<T> {
        @Nullable
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Runs a query of startup, for two seconds at most.
     *
     * @param failed gets the reason if the query fails or has no row
     * @return the value of the first row; empty if the query fails, and if there is no row or no value
     */
    public <T> Optional<T> firstRow(String query, RowReader<T> reader, Consumer<Object> failed) {
        return rows(
                query,
                rows -> {
                    if (rows.next()) {
                        return reader.read(rows);
                    }
                    failed.accept("the query has no row: no such sequence, or a partitioned table");
                    return null;
                },
                failed);
    }

    /**
     * Runs a query of startup, for two seconds at most.
     *
     * @param reader reads the result, which is before its first row
     * @param failed gets the reason if the query fails
     * @return the value that was read; empty if the query fails, and if there is no value
     */
    public <T> Optional<T> rows(String query, RowReader<T> reader, Consumer<Object> failed) {
        return tryRead(
                connection -> {
                    try (BoundedConnection bounded = new BoundedConnection(connection, LIMIT);
                            PreparedStatement statement = bounded.prepare(query);
                            ResultSet rows = statement.executeQuery()) {
                        return Optional.ofNullable(reader.read(rows));
                    }
                },
                failed);
    }

    /** Returns whether the database has a table of worker numbers where it is expected; false if it can't be read. */
    public boolean hasTable(JdbcTable table) {
        try {
            IdentifierHelper helper = spelling();
            String catalog = helper.toMetaDataCatalogName(Identifier.toIdentifier(table.catalog()));
            String schema = helper.toMetaDataSchemaName(Identifier.toIdentifier(table.schema()));
            String name = helper.toMetaDataObjectName(Identifier.toIdentifier(table.name()));
            return bootstrap().read(connection -> {
                try (ResultSet tables = connection
                        .getMetaData()
                        .getTables(
                                table.catalog() == null ? connection.getCatalog() : catalog,
                                table.schema() == null ? connection.getSchema() : schema,
                                name,
                                null)) {
                    return tables.next();
                }
            });
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            return false;
        }
    }

    /** Returns the whole name of a mapped table, with the catalog and the schema that Hibernate or the connection adds. */
    public TableName name(Table table) {
        return name(table.getCatalogIdentifier(), table.getSchemaIdentifier(), table.getName());
    }

    /** Returns the whole name of a table of worker numbers. */
    public TableName name(JdbcTable given) {
        JdbcTable table = located(given, environment());
        return name(
                Identifier.toIdentifier(table.catalog()),
                Identifier.toIdentifier(table.schema()),
                requireNonNull(Identifier.toIdentifier(table.name())).getText());
    }

    private TableName name(@Nullable Identifier catalog, @Nullable Identifier schema, String name) {
        JdbcEnvironment environment = environment();
        return new TableName(
                text(names.catalogWithDefault(catalog), environment.getCurrentCatalog()),
                text(names.schemaWithDefault(schema), environment.getCurrentSchema()),
                name);
    }

    private static String text(@Nullable Identifier named, @Nullable Identifier current) {
        Identifier known = named == null ? current : named;
        return known == null ? "" : known.getText();
    }

    /** Returns the name of a table for messages: the full name, as far as it is known. */
    public String describe(JdbcTable table) {
        return "JDBC table " + (table.catalog() == null ? name(table) : table);
    }

    /** Adds Hibernate's default catalog and schema to a table without them, as far as the database has catalogs and schemas. */
    public JdbcTable qualified(JdbcTable given) {
        JdbcTable table = located(given, environment());
        Identifier catalog = table.catalog() == null ? names.getDefaultCatalog() : null;
        Identifier schema = table.schema() == null ? names.getDefaultSchema() : null;
        try {
            return new JdbcTable(
                    catalog == null ? table.catalog() : part(catalog),
                    schema == null ? table.schema() : part(schema),
                    table.name());
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    IdgenSettings.WORKER_JDBC_TABLE,
                    given,
                    "Hibernate's default catalog or schema can't be a part of the name: " + Explained.rule(e),
                    Explained.remedy(e) + "; or write the table as schema.table or catalog.schema.table",
                    e);
        }
    }

    /**
     * Requires that the schema of the table is known if a {@code MultiTenantConnectionProvider} makes the connections. Its
     * connections may be in the schemas of different tenants, and each of these schemas may have such a table.
     *
     * @param table the table as the database has located it
     */
    public void requireSchema(JdbcTable table) {
        NameQualifierSupport support = environment().getNameQualifierSupport();
        if (hasTenantConnections
                && table.schema() == null
                && table.catalog() == null
                && (support.supportsSchemas() || support.supportsCatalogs())) {
            throw new IdgenConfigurationException(
                    IdgenSettings.WORKER_JDBC_TABLE,
                    table,
                    "the connections of the MultiTenantConnectionProvider do not reveal in which schema this table is, so"
                            + " each tenant could have its own",
                    "name the table with its schema, such as shop." + table);
        }
    }

    private static String part(Identifier name) {
        return name.isQuoted() ? '"' + name.getText() + '"' : name.getText();
    }

    /**
     * Moves the qualifier of a table from the schema to the catalog, if the database has catalogs but no schemas, such as
     * MySQL.
     *
     * @throws IdgenConfigurationException if the table has two qualifiers on such a database
     */
    public static JdbcTable located(JdbcTable table, JdbcEnvironment environment) {
        NameQualifierSupport support = environment.getNameQualifierSupport();
        if (table.schema() == null || support.supportsSchemas() || !support.supportsCatalogs()) {
            return table;
        }
        if (table.catalog() != null) {
            throw new IdgenConfigurationException(
                    IdgenSettings.WORKER_JDBC_TABLE,
                    table,
                    "this database has catalogs but no schemas",
                    "write catalog.table or table");
        }
        return new JdbcTable(table.schema(), null, table.name());
    }
}
