package io.github.hibernateidgen.internal.engines;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.EntityDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.function.Function;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/** The database that one service registry is for. Thread-safe. */
final class HibernateDatabase implements EntityDatabase {

    private final ServiceRegistry registry;
    private volatile @Nullable SqlStringGenerationContext names;

    HibernateDatabase(ServiceRegistry registry) {
        this.registry = registry;
    }

    /** Names tables as the session factory that is being made does. */
    void nameBy(SqlStringGenerationContext context) {
        names = context;
    }

    @Override
    public BootstrapConnections connections() {
        return BootstrapConnections.of(registry);
    }

    @Override
    public JdbcTable qualified(JdbcTable table) {
        SqlStringGenerationContext known = requireNonNull(names, "no session factory yet");
        JdbcTable inCatalog = table.catalog() != null
                ? table
                : byDefault(
                        IdgenSettings.WORKER_JDBC_CATALOG,
                        known.getDefaultCatalog(),
                        catalog -> new JdbcTable(catalog, table.schema(), table.name(), false));
        return table.schema() != null
                ? inCatalog
                : byDefault(
                        IdgenSettings.WORKER_JDBC_SCHEMA,
                        known.getDefaultSchema(),
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
