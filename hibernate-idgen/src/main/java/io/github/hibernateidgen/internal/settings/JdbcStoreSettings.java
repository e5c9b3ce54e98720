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
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The table that numbers are reserved in.
 *
 * @param table the table as the settings name it
 * @param inSchemaTooling whether Hibernate's schema tools see to the table
 * @param createsTable whether the table is created where it is missing when the store is first used
 * @param dataSource where the table is; null for the database of the entities
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

    /** The table, if it is in the database of the entities. */
    Optional<JdbcTable> besideEntities() {
        return Optional.of(table).filter(known -> dataSource == null);
    }

    /** Reserves in the table, of Hibernate's default schema where the settings name none and the database is Hibernate's. */
    OwnedSource reserve(ReservationSettings reservation, EntityDatabase entities) {
        String description = "JDBC table " + table;
        if (dataSource != null) {
            DataSource own = dataSource;
            return reservation.in(new LateStore(description, () -> store(ConnectionSource.of(own), table)), () -> {});
        }
        Late<Connections> connections = new Late<>(entities::connections);
        return reservation.in(
                new LateStore(description, () -> store(connections.get(), entities.qualified(table))),
                () -> connections.ifMade(Connections::abandon));
    }

    private JdbcReservationStore store(ConnectionSource connections, JdbcTable qualified) {
        JdbcReservationStore store = new JdbcReservationStore(connections, qualified);
        if (createsTable && store.createTable()) {
            LOG.infof("%s created", store.describe());
        }
        return store;
    }
}
