package io.github.hibernateidgen.internal.snowflake;

import static io.github.hibernateidgen.config.IdgenSettings.WORKER_ID;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_JDBC_TABLE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_RANGE;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.database.TableName;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The Snowflake generators of a session factory, one for each layout, and the worker number that they share. The source of
 * the number is made with the first generator, so an application that only uses GUIDs needs no worker number.
 *
 * <p>Only the thread that makes the session factory calls {@link #generator} and {@link #highest}. All other methods are thread-safe.
 */
final class Snowflakes implements Part {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Engines engines;
    private final Settings settings;
    private final WorkerSettings workerSettings;
    private final HibernateDatabase database;
    private final Map<String, SnowflakeGenerator> generators = new ConcurrentHashMap<>();
    private final HighestSnowflakes highest = new HighestSnowflakes();
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

    /** Returns the keys whose highest ids are compared at startup. */
    HighestSnowflakes highest() {
        return highest;
    }

    @Override
    public Optional<WorkerSource> workerSource() {
        return Optional.ofNullable(worker).map(OwnedSource::source);
    }

    @Override
    public void requireReactive() {
        ReactiveRules.requireNumberAtStart(workerSettings, worker);
        ReactiveRules.requireShortWaits(snowflakeGenerators());
    }

    @Override
    public void check(SessionFactoryImplementor factory) {
        warnOfEnd();
        highest.check(factory, database, settings.clock().instant(), settings.remedies());
    }

    @Override
    public void start() {
        requireOwnNumber();
        warnOfOtherSchemas();
        warnOfFixedNumber();
        claim();
        locate();
    }

    @Override
    public List<String> withoutLanes() {
        return snowflakeGenerators().stream()
                .map(SnowflakeGenerator::layout)
                .filter(layout -> layout.lanes() == 1)
                .map(SnowflakeLayout::name)
                .toList();
    }

    /**
     * Checks that the table of worker numbers exists, if Hibernate's schema tools manage that table. The check ignores a
     * temporary failure, because the claim of a worker number tries again.
     */
    @Override
    public void checkTables() {
        OwnedSource current = worker;
        if (current != null && workerSettings.schemaTable().isPresent()) {
            try {
                current.checkTable();
            } catch (ReservationStoreException e) {
                if (e.isPermanent()) {
                    throw settings.remedies().explained(e);
                }
            }
        }
    }

    /** Warns early, because the process may run for a long time before its next startup. */
    private void warnOfEnd() {
        for (SnowflakeGenerator generator : snowflakeGenerators()) {
            generator.layout().notice(settings.clock().instant()).ifPresent(LOG::warn);
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
                OpenFactories.enter(workerSettings.subject(), made);
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

    /**
     * Warns if Hibernate's default schema determines the schema of the table of worker numbers, and ids are written to
     * another schema. An application with another default schema could write the same
     * table of ids, but reserve its worker numbers in another table.
     */
    private void warnOfOtherSchemas() {
        List<SnowflakeAttribute> all = engines.attributes(SnowflakeAttribute.class);
        JdbcTable table = all.isEmpty() ? null : workerSettings.usedTable().orElse(null);
        if (table == null || table.schema() != null || table.catalog() != null) {
            return;
        }
        TableName reserved = database.name(table);
        for (SnowflakeAttribute attribute : all) {
            for (TableName written : attribute.tables()) {
                if (!written.isBeside(reserved)) {
                    LOG.warnf(
                            "Worker numbers are reserved in %s, which follows the default schema, but ids are written"
                                    + " to %s. An application with another default schema that writes %s reserves in"
                                    + " another table, and can make the same ids; name the same table for all"
                                    + " applications in %s",
                            reserved, written, written, settings.remedies().named(WORKER_JDBC_TABLE));
                    return;
                }
            }
        }
    }

    /** Logs that a fixed number is not checked: as a warning if the database has the table in which it could be reserved. */
    private void warnOfFixedNumber() {
        Long number = workerSettings.number();
        if (worker != null && number != null) {
            JdbcTable table = database.qualified(workerSettings.table());
            boolean isReservable = !settings.isOffline() && database.hasTable(table);
            LOG.logf(
                    isReservable ? Logger.Level.WARN : Logger.Level.INFO,
                    "worker number %1$d from %2$s is not checked: another process with this number would make the same ids."
                            + " To have the number checked, remove %2$s and set %3$s=%1$d-%1$d, which reserves the number"
                            + " in %4$s",
                    number,
                    settings.remedies().named(WORKER_ID),
                    settings.remedies().named(WORKER_RANGE),
                    database.describe(table));
        }
    }

    /** Claims the worker number, unless the settings delay the claim until the first id. */
    private void claim() {
        OwnedSource current = worker;
        if (current != null && workerSettings.claimsAtStart()) {
            claim(current.source());
            current.lateWrites(workerSettings.terms())
                    .map(settings.remedies()::named)
                    .ifPresent(LOG::warn);
        }
    }

    /**
     * Finds the table of worker numbers if the claim has not found it yet. At startup the connections of a pool are in the
     * schema that the pool gives them; later the application may leave them in another schema. With tenants, startup fails
     * if it can't find the table and the settings do not name its schema. If Hibernate starts without its database, only the
     * settings can name the schema.
     */
    private void locate() {
        OwnedSource current = worker;
        JdbcReservationStore store = current == null ? null : current.table();
        JdbcTable named = workerSettings.usedTable().orElse(null);
        if (store == null || named == null) {
            return;
        }
        JdbcTable found = database.qualified(named);
        if (!settings.isOffline()) {
            try {
                BoundedCall<JdbcTable> call =
                        new BoundedCall<>("idgen-worker-table", BoundedCall.LONGEST, store::locate, () -> {});
                call.start();
                found = call.await(BoundedCall.LONGEST_WAIT, () -> {});
            } catch (ReservationStoreException | TimeoutException e) {
                LOG.debugf("The first id finds the table of worker numbers, because startup could not: %s", e);
            }
        }
        database.requireSchema(found);
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
