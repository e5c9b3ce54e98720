package io.github.hibernateidgen.internal.settings;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_SCHEMA_MANAGEMENT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SETTLE;

import io.github.hibernateidgen.internal.settings.EntityDatabase.Connections;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The settings of the table that worker numbers are reserved in, in the database of the entities.
 *
 * @param table the table as the settings name it
 */
record JdbcStoreSettings(JdbcTable table, Maker maker) {

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
        return new JdbcStoreSettings(
                reader.has(WORKER_JDBC_TABLE) ? table(reader) : JdbcTable.DEFAULT,
                reader.constant(WORKER_JDBC_SCHEMA_MANAGEMENT, Maker.SCHEMA_TOOLS));
    }

    private static JdbcTable table(SettingsReader reader) {
        String name = reader.text(WORKER_JDBC_TABLE, "");
        return reader.check(WORKER_JDBC_TABLE, name, () -> JdbcTable.of(name));
    }

    /** Whether Hibernate's schema tools manage the table. */
    boolean inSchemaTooling() {
        return maker == Maker.SCHEMA_TOOLS;
    }

    /** Reserves in the table. One without a schema is in the default schema. */
    OwnedSource reserve(ReservationSettings reservation, EntityDatabase entities) {
        JdbcTable qualified = entities.qualified(table);
        Connections connections = entities.connections();
        JdbcReservationStore store = new JdbcReservationStore(connections, qualified, entities.describe(qualified));
        return reservation.in(
                maker == Maker.CREATE ? new PreparedStore(store, () -> create(store)) : store,
                () -> lateWrites(store, reservation.terms().settle()),
                connections::abandon);
    }

    /** What a kill of the database's process loses, if {@code settle} does not make up for it. */
    static Optional<String> lateWrites(JdbcReservationStore store, Duration settle) {
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
