package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_DATA_SOURCE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SETTLE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.EntityDatabase.Connections;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the table that worker numbers are reserved in.
 *
 * @param table the table as the settings name it
 * @param dataSource the database of the table; null for that of the entities
 */
record JdbcStoreSettings(
        JdbcTable table, Maker maker, @Nullable DataSource dataSource) {

    /** Who makes the table. */
    enum Maker {
        /** Hibernate's schema tools. */
        SCHEMA_TOOLS,
        /** This library, if the table is missing when the store is first used. */
        CREATE,
        /** The user. */
        NONE
    }

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    static JdbcStoreSettings read(SettingsReader reader) {
        DataSource dataSource =
                reader.has(WORKER_JDBC_DATA_SOURCE) ? reader.object(WORKER_JDBC_DATA_SOURCE, DataSource.class) : null;
        Maker maker =
                reader.constant(WORKER_JDBC_SCHEMA_MANAGEMENT, dataSource == null ? Maker.SCHEMA_TOOLS : Maker.NONE);
        if (maker == Maker.SCHEMA_TOOLS && dataSource != null) {
            throw new IdgenConfigurationException(
                    WORKER_JDBC_SCHEMA_MANAGEMENT,
                    "schema-tools",
                    "Hibernate's schema tools see the database of the entities only, and " + WORKER_JDBC_DATA_SOURCE
                            + " names another; use create or none, or remove one of the two");
        }
        return new JdbcStoreSettings(
                reader.has(WORKER_JDBC_TABLE) ? table(reader) : JdbcTable.DEFAULT, maker, dataSource);
    }

    private static JdbcTable table(SettingsReader reader) {
        String name = reader.text(WORKER_JDBC_TABLE, "");
        return reader.check(WORKER_JDBC_TABLE, name, () -> JdbcTable.of(name));
    }

    /** Whether Hibernate's schema tools manage the table. */
    boolean inSchemaTooling() {
        return maker == Maker.SCHEMA_TOOLS;
    }

    /** Returns the table if it is in the database of the entities. */
    Optional<JdbcTable> besideEntities() {
        return dataSource == null ? Optional.of(table) : Optional.empty();
    }

    /** Reserves in the table. In the database of the entities, a table without a schema is in the default schema. */
    OwnedSource reserve(ReservationSettings reservation, EntityDatabase entities) {
        if (dataSource != null) {
            return reserve(reservation, ConnectionSource.of(dataSource), table, "JDBC table " + table, () -> {});
        }
        JdbcTable qualified = entities.qualified(table);
        Connections connections = entities.connections();
        return reserve(reservation, connections, qualified, entities.describe(qualified), connections::abandon);
    }

    private OwnedSource reserve(
            ReservationSettings reservation,
            ConnectionSource connections,
            JdbcTable place,
            String description,
            Runnable release) {
        JdbcReservationStore store = new JdbcReservationStore(connections, place, description);
        return reservation
                .in(maker == Maker.CREATE ? new PreparedStore(store, () -> create(store)) : store, release)
                .withWarning(() -> lateWrites(store, reservation.terms().settle()));
    }

    /** What a kill of the database's process loses, if {@code settle} does not make up for it. */
    private static Optional<String> lateWrites(JdbcReservationStore store, Duration settle) {
        Duration delay = store.writeDelay();
        return delay.isZero() || settle.compareTo(delay) > 0
                ? Optional.empty()
                : Optional.of(store.describe() + " is in a database that writes its commits to a file up to ["
                        + delay.toMillis()
                        + " ms] later. If its process is killed, two processes can get one worker number"
                        + " and make the same ids; set " + WORKER_SETTLE
                        + " to 2s, or add ;WRITE_DELAY=0 to H2's URL, or"
                        + " ;hsqldb.write_delay=false to the path of HSQLDB's database");
    }

    private static void create(JdbcReservationStore store) {
        if (store.createTable()) {
            LOG.infof("%s created", store.describe());
        }
    }
}
