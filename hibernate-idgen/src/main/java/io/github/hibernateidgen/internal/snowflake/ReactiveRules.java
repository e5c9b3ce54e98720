package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_AHEAD;
import static io.github.hibernateidgen.config.IdgenSettings.SNOWFLAKE_MAX_WAIT;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_CLAIM;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The rules for Snowflake ids in session factories of Hibernate Reactive. These session factories have no JDBC connections.
 * They make ids on event loops, which many requests share and which must not wait.
 */
final class ReactiveRules {

    /** The longest wait for an id: a twentieth of the time after which Vert.x warns of a blocked event loop. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    private ReactiveRules() {}

    /** Rejects a table in the database of the entities, because Hibernate Reactive has no JDBC connections to that database. */
    static void requireNoTableOfEntities(WorkerSettings settings) {
        if (settings.usedTable().isPresent()) {
            throw new IdgenConfigurationException(
                    WORKER_SOURCE,
                    "jdbc",
                    "Hibernate Reactive has no JDBC connections to reserve a worker number with",
                    "set a JdbcReservationStore with a DataSource, or another store");
        }
    }

    /** Requires that a worker number from a store is claimed at startup, before the first id. */
    static void requireNumberAtStart(WorkerSettings settings, @Nullable OwnedSource worker) {
        if (worker != null && worker.source() instanceof ReservedWorkerSource && !settings.claimsAtStart()) {
            throw new IdgenConfigurationException(
                    WORKER_CLAIM,
                    "first-id",
                    "the first id would block an event loop of Hibernate Reactive while it waits for the store",
                    "set it to start");
        }
    }

    static void requireShortWaits(Collection<SnowflakeGenerator> generators, Remedies names) {
        for (SnowflakeGenerator generator : generators) {
            Duration maxWait = generator.limits().maxWait();
            if (maxWait.compareTo(LONGEST_WAIT) > 0) {
                throw new IdgenConfigurationException(
                        SNOWFLAKE_MAX_WAIT,
                        maxWait.toMillis() + " ms",
                        "an id may wait for the clock this long, and would block an event loop of Hibernate Reactive",
                        "set it to "
                                + LONGEST_WAIT.toMillis() + "ms or less, and " + names.named(SNOWFLAKE_MAX_AHEAD)
                                + " to the largest backward step of the clock that you expect");
            }
        }
    }
}
