package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_CATALOG;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_CREATE_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_DATA_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_SCHEMA;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_SCHEMA_TOOLING;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.EntityDatabase.Connections;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the table that worker numbers are reserved in.
 *
 * @param table the table as the settings name it
 * @param inSchemaTooling whether Hibernate's schema tools manage the table
 * @param createsTable whether a missing table is created when the store is first used
 * @param dataSource the database of the table; null for that of the entities
 */
record JdbcStoreSettings(
        JdbcTable table,
        boolean inSchemaTooling,
        boolean createsTable,
        @Nullable DataSource dataSource) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    static JdbcStoreSettings read(SettingsReader reader) {
        DataSource dataSource =
                reader.has(WORKER_JDBC_DATA_SOURCE) ? reader.object(WORKER_JDBC_DATA_SOURCE, DataSource.class) : null;
        boolean tooling = reader.isFirst(WORKER_JDBC_SCHEMA_TOOLING, "true", "false", dataSource == null);
        if (tooling && dataSource != null) {
            throw new IdgenConfigurationException(
                    WORKER_JDBC_SCHEMA_TOOLING,
                    true,
                    "Hibernate's schema tools see the database of the entities only, and " + WORKER_JDBC_DATA_SOURCE
                            + " names another; remove one of the two");
        }
        boolean creates = reader.isFirst(WORKER_JDBC_CREATE_TABLE, "true", "false", false);
        return new JdbcStoreSettings(table(reader), tooling, creates, dataSource);
    }

    private static JdbcTable table(SettingsReader reader) {
        String name = reader.text(WORKER_JDBC_TABLE, JdbcTable.DEFAULT.name());
        String schema = reader.text(WORKER_JDBC_SCHEMA);
        String catalog = reader.text(WORKER_JDBC_CATALOG);
        reader.check(WORKER_JDBC_TABLE, name, () -> new JdbcTable(null, null, name, false));
        reader.check(WORKER_JDBC_SCHEMA, String.valueOf(schema), () -> new JdbcTable(null, schema, name, false));
        return reader.check(
                WORKER_JDBC_CATALOG, String.valueOf(catalog), () -> new JdbcTable(catalog, schema, name, false));
    }

    /** Returns the table if it is in the database of the entities. */
    Optional<JdbcTable> besideEntities() {
        return Optional.of(table).filter(known -> dataSource == null);
    }

    /** Reserves in the table. In the database of the entities, a table without a schema is in the default schema. */
    OwnedSource reserve(ReservationSettings reservation, EntityDatabase entities) {
        if (dataSource != null) {
            return reservation.in(store(ConnectionSource.of(dataSource), table, "JDBC table " + table), () -> {});
        }
        JdbcTable qualified = entities.qualified(table);
        Connections connections = entities.connections();
        return reservation.in(store(connections, qualified, entities.describe(qualified)), connections::abandon);
    }

    private ReservationStore store(ConnectionSource connections, JdbcTable place, String description) {
        JdbcReservationStore store = new JdbcReservationStore(connections, place, description);
        return createsTable ? new PreparedStore(store, () -> create(store)) : store;
    }

    private static void create(JdbcReservationStore store) {
        if (store.createTable()) {
            LOG.infof("%s created", store.describe());
        }
    }
}
