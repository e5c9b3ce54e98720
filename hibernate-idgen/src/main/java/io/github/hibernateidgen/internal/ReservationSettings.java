package io.github.hibernateidgen.internal;

import static io.github.hibernateidgen.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.IdgenSettings.WORKER_JDBC_CATALOG;
import static io.github.hibernateidgen.IdgenSettings.WORKER_JDBC_DATA_SOURCE;
import static io.github.hibernateidgen.IdgenSettings.WORKER_JDBC_SCHEMA;
import static io.github.hibernateidgen.IdgenSettings.WORKER_JDBC_SCHEMA_TOOLING;
import static io.github.hibernateidgen.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.IdgenSettings.WORKER_MAX_SKEW;
import static io.github.hibernateidgen.IdgenSettings.WORKER_NAMESPACE;
import static io.github.hibernateidgen.IdgenSettings.WORKER_PATIENCE;
import static io.github.hibernateidgen.IdgenSettings.WORKER_WINDOW;

import io.github.hibernateidgen.IdgenConfigurationException;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * How a worker number is reserved, and in which table if it is one.
 *
 * @param terms the namespace, the window, the patience and the skew
 * @param clock the clock of the generators
 * @param claimsAtStart whether the number is claimed when the session factory is made, or for the first id
 * @param table the table as the settings name it
 * @param inSchemaTooling whether Hibernate's schema tools see to the table
 * @param dataSource where the table is; null for the database of the entities
 */
record ReservationSettings(
        ReservationTerms terms,
        InstantSource clock,
        boolean claimsAtStart,
        JdbcTable table,
        boolean inSchemaTooling,
        @Nullable DataSource dataSource) {

    /** How Hibernate, in one version or another, is told to start without its database. */
    private static final Map<String, Set<String>> NO_DATABASE_AT_START = Map.of(
            "hibernate.boot.allow_jdbc_metadata_access", Set.of("false", "disallow"),
            "hibernate.temp.use_jdbc_metadata_defaults", Set.of("false"));

    static ReservationSettings read(SettingsReader reader, InstantSource clock) {
        boolean offline = NO_DATABASE_AT_START.entrySet().stream()
                .anyMatch(setting -> setting.getValue()
                        .contains(String.valueOf(reader.hibernate(setting.getKey()))
                                .toLowerCase(Locale.ROOT)));
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
        return new ReservationSettings(
                terms(reader),
                clock,
                reader.isFirst(WORKER_CLAIM, "start", "first-id", !offline),
                table(reader),
                tooling,
                dataSource);
    }

    /** Reserves in a table, of Hibernate's default schema where the settings name none and the database is Hibernate's. */
    OwnedSource jdbc(Engines engines) {
        String description = "JDBC table " + table;
        if (dataSource != null) {
            DataSource own = dataSource;
            return in(
                    new LateStore(description, () -> new JdbcReservationStore(ConnectionSource.of(own), table)),
                    () -> {});
        }
        AtomicReference<@Nullable BootstrapConnections> lending = new AtomicReference<>();
        return in(
                new LateStore(description, () -> {
                    BootstrapConnections connections = BootstrapConnections.of(engines.registry());
                    lending.set(connections);
                    return new JdbcReservationStore(connections, engines.qualified(table));
                }),
                () -> {
                    BootstrapConnections connections = lending.get();
                    if (connections != null) {
                        connections.abandon();
                    }
                });
    }

    /**
     * Reserves in any store.
     *
     * @param store the store
     * @param release closes what was opened for it, after the number has been given back
     */
    OwnedSource in(ReservationStore store, Runnable release) {
        ReservedWorkerSource source = new ReservedWorkerSource(store, terms, clock);
        return new OwnedSource(source, source, () -> store.read(terms.namespace()), () -> {
            source.close();
            release.run();
        });
    }

    private static ReservationTerms terms(SettingsReader reader) {
        ReservationTerms byDefault = ReservationTerms.DEFAULT;
        String namespace = reader.text(WORKER_NAMESPACE, byDefault.namespace());
        Duration window = reader.duration(WORKER_WINDOW, byDefault.window());
        Duration patience = reader.duration(WORKER_PATIENCE, byDefault.patience());
        ReservationTerms named = reader.check(WORKER_NAMESPACE, namespace, () -> byDefault.withNamespace(namespace));
        ReservationTerms windowed = reader.check(WORKER_WINDOW, window, () -> named.withWindow(window));
        Duration maxSkew = reader.duration(WORKER_MAX_SKEW, byDefault.maxSkew());
        ReservationTerms patient = reader.check(WORKER_PATIENCE, patience, () -> windowed.withPatience(patience));
        return reader.check(WORKER_MAX_SKEW, maxSkew, () -> patient.withMaxSkew(maxSkew));
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
}
