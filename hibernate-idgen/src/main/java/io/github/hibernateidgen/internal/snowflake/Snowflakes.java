package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The Snowflake generators of a session factory, one for each layout, and the worker number that they share. The source of
 * the number is made with the first generator, so an application that only uses GUIDs needs no worker number.
 *
 * <p>Only the thread that makes the session factory calls {@link #generator}. All other methods are thread-safe.
 */
final class Snowflakes implements Part {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Engines engines;
    private final Settings settings;
    private final WorkerSettings workerSettings;
    private final HibernateDatabase database;
    private final Map<String, SnowflakeGenerator> generators = new ConcurrentHashMap<>();
    private volatile @Nullable OwnedSource worker;
    private volatile boolean suspended;
    private volatile OpenFactories.@Nullable Entry entry;

    Snowflakes(Engines engines) {
        this.engines = engines;
        this.settings = engines.settings();
        this.workerSettings = WorkerSettings.read(settings);
        this.database = engines.database();
    }

    /**
     * Returns the generator of a layout. All attributes with this layout, or with a layout of the same bits, share one
     * sequence.
     *
     * @param user the attribute that requests the generator; an error message names it
     */
    SnowflakeGenerator generator(String user, SnowflakeLayout layout) {
        SnowflakeGenerator generator = generators.get(layout.name());
        if (generator == null) {
            SnowflakeGenerator other = shared(layout);
            generator = other == null ? make(user, layout) : other;
        }
        return generator;
    }

    /** Layouts that differ only in their names share one sequence: two sequences would make the same ids. */
    private @Nullable SnowflakeGenerator shared(SnowflakeLayout layout) {
        for (SnowflakeGenerator other : generators.values()) {
            if (other.layout().makesIdsOf(layout)) {
                LOG.infof(
                        "Snowflake layout %s; it shares the sequence of layout %s, which has the same bits",
                        layout.describe(), other.layout().name());
                SnowflakeGenerator generator = other.withLayout(layout);
                generators.put(layout.name(), generator);
                return generator;
            }
        }
        return null;
    }

    private SnowflakeGenerator make(String user, SnowflakeLayout layout) {
        OwnedSource used = usedWorker();
        SnowflakeGenerator generator = workerSettings.generator(user, layout, used.source());
        generators.put(layout.name(), generator);
        if (engines.isReactive()) {
            ReactiveRules.requireNumberAtStart(workerSettings, used);
            ReactiveRules.requireShortWaits(List.of(generator), settings.remedies());
        }
        // Another thread may close or suspend at the same time. Either that thread finds the generator, or this thread
        // finds the change.
        if (suspended) {
            generator.suspend();
        }
        if (worker == null) {
            generator.close();
        }
        LOG.infof("Snowflake layout %s", layout.describe());
        return generator;
    }

    private OwnedSource usedWorker() {
        OwnedSource current = worker;
        if (current == null) {
            if (engines.isReactive()) {
                ReactiveRules.requireNoTableOfEntities(workerSettings);
            }
            current = OwnedSource.of(workerSettings, database);
            worker = current;
        }
        return current;
    }

    /** Returns the generators, one for each layout; layouts with the same bits share their sequence. */
    @Override
    public List<SnowflakeGenerator> snowflakeGenerators() {
        return List.copyOf(generators.values());
    }

    /** Returns the source of the worker number; null if no attribute needs one, and after the close. */
    @Nullable
    OwnedSource worker() {
        return worker;
    }

    WorkerSettings settings() {
        return workerSettings;
    }

    @Override
    public Optional<WorkerSource> workerSource() {
        return Optional.ofNullable(worker).map(OwnedSource::source);
    }

    @Override
    public void start() {
        requireOwnNumber();
        OwnedSource current = worker;
        if (current != null && workerSettings.claimsAtStart()) {
            claim(current.source());
        }
    }

    /**
     * Requires that no open session factory of this process has the same worker number, unless ids are repeatable. Only
     * session factories with the same JDBC URL are compared, because only these certainly write to the same database.
     */
    private void requireOwnNumber() {
        OwnedSource current = worker;
        if (current != null && settings.repeatable() == null && !settings.isOffline()) {
            database.url().ifPresent(url -> {
                var made = new OpenFactories.Entry(url, current.source(), endlessNumber(current.source()));
                entry = made;
                OpenFactories.enter(workerSettings.subject(), made, settings.remedies());
            });
        }
    }

    /**
     * Returns the worker number of a source whose reservation never ends. Returns null for other sources, and if the settings
     * delay the claim until the first id. A source that wraps a fixed source is not equal to another wrapper, so its number is
     * compared, too.
     */
    private @Nullable Long endlessNumber(WorkerSource source) {
        Long number = workerSettings.number();
        if (number != null || source instanceof ReservedWorkerSource || !workerSettings.claimsAtStart()) {
            return number;
        }
        claim(source);
        WorkerReservation reservation = source.reservation();
        return reservation.reservedUntil() == Long.MAX_VALUE ? reservation.worker() : null;
    }

    private void claim(WorkerSource source) {
        try {
            if (source instanceof ReservedWorkerSource reserved) {
                reserved.claim();
            } else {
                source.reservation();
            }
        } catch (RuntimeException e) {
            throw settings.remedies().explained(e);
        }
    }

    /** Suspends the ids, and warns if the worker number is not reserved. */
    @Override
    public void beforeImage() {
        suspend();
        OwnedSource current = worker;
        if (current != null) {
            current.release().run();
        }
        WorkerSource source = workerSource().orElse(null);
        if (source != null && !(source instanceof ReservedWorkerSource)) {
            LOG.warnf(
                    "[%s] gives its worker number to each process that is restored from this checkpoint. If several"
                            + " such processes run, they make the same ids; reserve a number instead, with %s=jdbc",
                    source, settings.remedies().named(WORKER_SOURCE));
        }
    }

    @Override
    public void afterImage() {
        resume();
    }

    @Override
    public void suspend() {
        WorkerSource source = workerSource().orElse(null);
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.suspend();
        } else if (source != null) {
            suspended = true;
            generators.values().forEach(SnowflakeGenerator::suspend);
        }
    }

    @Override
    public void resume() {
        suspended = false;
        WorkerSource source = workerSource().orElse(null);
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.resume();
        } else {
            generators.values().forEach(SnowflakeGenerator::resume);
        }
    }

    /**
     * Ends the generators, releases the worker number unless its source belongs to the user, and then allows other session
     * factories to use the number.
     */
    @Override
    public Runnable close() {
        try {
            end();
        } finally {
            OpenFactories.leave(entry);
        }
        return () -> {};
    }

    @Override
    public void restart() {
        end();
    }

    /** Ends the generators, and releases the worker number. */
    private void end() {
        OwnedSource closing = worker;
        worker = null;
        generators.values().forEach(SnowflakeGenerator::close);
        generators.clear();
        if (closing != null) {
            closing.end().run();
        }
    }
}
