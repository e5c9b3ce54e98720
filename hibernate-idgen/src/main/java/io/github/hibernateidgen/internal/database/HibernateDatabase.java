package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.EntityDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.function.Function;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Table;
import org.hibernate.resource.transaction.spi.TransactionCoordinatorBuilder;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/** The database of one session factory. Thread-safe. */
public final class HibernateDatabase implements EntityDatabase {

    private final ServiceRegistry registry;
    private final SqlStringGenerationContext names;

    HibernateDatabase(ServiceRegistry registry, SqlStringGenerationContext names) {
        this.registry = registry;
        this.names = names;
    }

    /** Returns the database of a session factory; nothing is sent to it. */
    public static HibernateDatabase of(SessionFactoryImplementor factory) {
        // The session factory's own registry would keep the session factory in memory.
        return new HibernateDatabase(
                factory.getSessionFactoryOptions().getServiceRegistry(), factory.getSqlStringGenerationContext());
    }

    private JdbcServices jdbc() {
        return requireNonNull(registry.getService(JdbcServices.class));
    }

    public Dialect dialect() {
        return jdbc().getDialect();
    }

    /** Whether JTA begins and ends transactions. */
    public boolean isJta() {
        TransactionCoordinatorBuilder coordinators = registry.getService(TransactionCoordinatorBuilder.class);
        return coordinators != null && coordinators.isJta();
    }

    @Override
    public BootstrapConnections connections() {
        return BootstrapConnections.of(registry);
    }

    /** Returns the whole name of a mapped table, with the catalog and the schema that Hibernate or the connection adds. */
    public TableName name(Table table) {
        return name(table.getCatalogIdentifier(), table.getSchemaIdentifier(), table.getName());
    }

    /** Returns the whole name of a table of worker numbers. */
    public TableName name(JdbcTable table) {
        return name(Identifier.toIdentifier(table.catalog()), Identifier.toIdentifier(table.schema()), table.name());
    }

    private TableName name(@Nullable Identifier catalog, @Nullable Identifier schema, String name) {
        JdbcEnvironment environment = jdbc().getJdbcEnvironment();
        return new TableName(
                text(names.catalogWithDefault(catalog), environment.getCurrentCatalog()),
                text(names.schemaWithDefault(schema), environment.getCurrentSchema()),
                name);
    }

    private static String text(@Nullable Identifier named, @Nullable Identifier current) {
        Identifier known = named == null ? current : named;
        return known == null ? "" : known.getText();
    }

    @Override
    public String describe(JdbcTable table) {
        return "JDBC table " + (table.catalog() == null ? name(table) : table);
    }

    @Override
    public JdbcTable qualified(JdbcTable table) {
        JdbcTable inCatalog = table.catalog() != null
                ? table
                : byDefault(
                        IdgenSettings.WORKER_JDBC_CATALOG,
                        names.getDefaultCatalog(),
                        catalog -> new JdbcTable(catalog, table.schema(), table.name(), false));
        return table.schema() != null
                ? inCatalog
                : byDefault(
                        IdgenSettings.WORKER_JDBC_SCHEMA,
                        names.getDefaultSchema(),
                        schema -> new JdbcTable(inCatalog.catalog(), schema, table.name(), false));
    }

    private static JdbcTable byDefault(
            String setting, @Nullable Identifier name, Function<@Nullable String, JdbcTable> table) {
        try {
            return table.apply(name == null ? null : name.getText());
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    setting,
                    "not set",
                    "Hibernate's default can't be used, since its " + e.getMessage() + "; set this to such a name",
                    e);
        }
    }
}
