package io.github.hibernateidgen.internal.engines;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.settings.EntityDatabase;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.ServiceRegistry;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The database that one service registry is for. Thread-safe. */
final class HibernateDatabase implements EntityDatabase {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    private final ServiceRegistry registry;
    private volatile @Nullable SqlStringGenerationContext names;
    private volatile boolean keepsNames;

    HibernateDatabase(ServiceRegistry registry) {
        this.registry = registry;
    }

    /** Names tables as the session factory that is being made does, unless the names of another are kept. */
    void nameBy(SqlStringGenerationContext context) {
        if (!keepsNames) {
            names = context;
        }
    }

    /**
     * Keeps the names for all session factories to come: they share one worker number with this one, and other processes
     * look for it where this one has it.
     */
    void keepNames() {
        keepsNames = true;
    }

    /** The last session factory has closed, and the next one names anew; what still ends has the old names. */
    void nameAnew() {
        keepsNames = false;
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

    /** Which of several masters it is, where a database knows that. */
    Optional<MasterStep> masterStep() {
        Dialect dialect =
                requireNonNull(registry.getService(JdbcServices.class)).getDialect();
        if (!(dialect instanceof MySQLDialect)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MasterStep.read(connections()));
        } catch (NotResumedException e) {
            throw e.atStart();
        } catch (SQLException e) {
            LOG.infof("The database does not tell whether it is one of several masters: %s", e.getMessage());
            return Optional.empty();
        }
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
