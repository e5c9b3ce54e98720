package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.OwnConnections;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.settings.Strategy;
import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of worker numbers, and the action with which the session factory closes it.
 *
 * @param table the table in which numbers are reserved; null if the numbers come from another source
 * @param end closes the source and the objects that were made for it, but no object of the user. The action runs after
 *     the generators have ended, and may be called twice
 * @param release closes connections that the source keeps and can make again, for an image of the process
 */
record OwnedSource(WorkerSource source, @Nullable JdbcReservationStore table, Runnable end, Runnable release) {

    OwnedSource(WorkerSource source, @Nullable JdbcReservationStore table, Runnable end) {
        this(source, table, end, () -> {});
    }

    private static final System.Logger RESERVATION_LOG = Engines.logger("io.github.hibernateidgen.worker");

    /** Makes the source. A table without a schema is in the default schema of the entities. */
    static OwnedSource of(WorkerSettings settings, HibernateDatabase entities) {
        if (settings.strategy() != null) {
            return of(settings, settings.strategy().make());
        }
        if (settings.number() != null) {
            return new OwnedSource(WorkerSource.fixed(settings.number()), null, () -> {});
        }
        JdbcTable table = entities.qualified(settings.table());
        JdbcReservationStore store = new JdbcReservationStore(entities.connections(), table, entities.describe(table));
        ReservationStore made = settings.tableMaker().equals("create") ? new PreparedStore(store) : store;
        OwnConnections own = entities.ownForWorkerNumbers();
        if (own == null) {
            return reserved(settings, made, store, entities::abandonConnections);
        }
        OwnedSource source = reserved(settings, new BesidePoolStore(made, store, own), store, () -> {
            own.close();
            entities.abandonConnections();
        });
        return new OwnedSource(source.source(), store, source.end(), own::release);
    }

    private static OwnedSource of(WorkerSettings settings, Strategy.Made made) {
        if (made.object() instanceof WorkerSource source) {
            if (!settings.terms().range().equals(WorkerRange.ALL)) {
                throw new IdgenConfigurationException(
                        WORKER_RANGE,
                        settings.terms().range(),
                        "the range limits the numbers that this library reserves or reads, but [" + source
                                + "] chooses its number itself",
                        "give the range to that source, for example with ReservationTerms.withRange");
            }
            return new OwnedSource(source, null, made.close());
        }
        ReservationStore store = (ReservationStore) made.object();
        return reserved(settings, store, store instanceof JdbcReservationStore jdbc ? jdbc : null, made.close());
    }

    private static OwnedSource reserved(
            WorkerSettings settings, ReservationStore store, @Nullable JdbcReservationStore jdbc, Runnable end) {
        ReservedWorkerSource source =
                new ReservedWorkerSource(store, settings.terms(), settings.all().clock(), RESERVATION_LOG);
        return new OwnedSource(source, jdbc, () -> {
            source.close();
            end.run();
        });
    }
}
