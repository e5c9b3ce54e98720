package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.columns.ColumnCheck;
import io.github.hibernateidgen.internal.columns.NeededColumns;
import io.github.hibernateidgen.internal.database.BootstrapConnections;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.settings.OwnedSource;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The engines of one session factory: they are made when Hibernate begins to make the session factory, and end when it
 * closes. Each part looks after one kind of engine; this class calls them in the order in which they depend on each other.
 *
 * <p>Attributes are bound by the thread that makes the session factory; all else is thread-safe.
 */
public final class Engines {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Settings settings;
    private final HibernateDatabase database;
    private final boolean isValidated;
    private final boolean isReactive;
    private final BoundAttributes attributes = new BoundAttributes();
    private final NeededColumns columns = new NeededColumns();
    private final Snowflakes snowflakes;
    private final Guids guids;
    private final Segments segments;
    private final Runnable restart = this::restart;

    /** Binds attributes again in tests with repeatable ids. Else it stays empty, since bindings hold the mapping. */
    private final List<Runnable> bindings = new CopyOnWriteArrayList<>();

    private volatile @Nullable IdgenConfigurationException notReactive;

    /** Keeps what is registered for checkpoints, since that API refers to it weakly. */
    @SuppressWarnings("UnusedVariable")
    private volatile @Nullable Object checkpoint;

    Engines(Settings settings, SessionFactoryImplementor factory) {
        this.settings = settings;
        this.database = HibernateDatabase.of(factory);
        this.isValidated = Snowflakes.isTableValidated(factory.getProperties());
        this.isReactive = ReactiveRules.applyTo(factory.getClass());
        this.snowflakes = new Snowflakes(settings, database, isReactive);
        this.guids = new Guids(settings);
        this.segments = new Segments(settings);
    }

    /** Returns the settings of the session factory. */
    public Settings settings() {
        return settings;
    }

    /** Returns the clock of the generators. */
    public InstantSource clock() {
        return settings.clock();
    }

    /** Returns the database of the session factory. */
    public HibernateDatabase database() {
        return database;
    }

    /** Returns the attributes whose values the engines make. */
    public BoundAttributes attributes() {
        return attributes;
    }

    /** Returns what the columns of generated values must hold. */
    public NeededColumns columns() {
        return columns;
    }

    /** Returns the engine of a layout. All attributes with this layout, or one of the same bits, share it. */
    public SnowflakeGenerator snowflake(String user, SnowflakeLayout layout) {
        return snowflakes.generator(user, layout);
    }

    /** Returns the engine of a format and an order. All attributes with both share it. */
    public GuidGenerator guid(GuidFormat format, GuidOrder order) {
        return guids.generator(format, order);
    }

    /**
     * Makes the segments of an attribute, one generator for each tenant.
     *
     * @param offsetAndStep which numbers are issued
     * @param inDatabase whether they come from the database of the entities
     */
    public AttributeSegments segments(OffsetAndStep offsetAndStep, boolean inDatabase) {
        return segments.attribute(offsetAndStep, inDatabase);
    }

    /**
     * Returns the store of segments that are not from the database of the entities.
     *
     * @param path the attribute that asks for it first
     * @throws IdgenConfigurationException if the settings have none
     */
    public SegmentStore segmentStore(String path) {
        return segments.store(path);
    }

    /**
     * Has the place of an attribute's numbers checked when the session factory and its tables exist. The check is left out if Hibernate
     * starts without its database.
     *
     * @param key identifies the attribute; of several checks of one attribute the last counts
     * @param check throws to stop the start
     */
    public void atStart(String key, Consumer<SessionFactoryImplementor> check) {
        segments.atStart(key, check);
    }

    void bind(Runnable binding) {
        binding.run();
        if (settings.repeatable() != null) {
            bindings.add(binding);
        }
    }

    /**
     * Stops the start if the session factory is one of Hibernate Reactive.
     *
     * @param error what Hibernate Reactive would do wrong
     */
    public void refuseInReactive(IdgenConfigurationException error) {
        notReactive = error;
    }

    /**
     * Checks what can be checked before the schema tools run. Their validation would report a missing table of worker
     * numbers, too, but not what it is for and how to create it.
     */
    public void prepare() {
        checkpoint = Checkpoint.register(this);
        RepeatableSources sources = settings.repeatable();
        if (sources != null) {
            sources.restarts().add(restart);
            LOG.warn(
                    "Ids are repeatable: the next process makes the same ones. Never let it write to a database that keeps"
                            + " its rows; hibernate-idgen-test, which asks for this, is for tests only");
        }
        requireReactiveRules();
        if (isValidated) {
            snowflakes.checkTable();
        }
    }

    private void requireReactiveRules() {
        if (isReactive) {
            IdgenConfigurationException error = notReactive;
            if (error != null) {
                throw error;
            }
            ReactiveRules.requireNoSegments(attributes.all(BoundAttribute.Segment.class));
            ReactiveRules.requireNumberAtStart(
                    settings.worker(), snowflakes.worker().orElse(null));
            ReactiveRules.requireShortWaits(snowflakes.generators());
        }
    }

    /** Starts the engines when the session factory and its tables exist: first the checks, then the worker number. */
    public void start(SessionFactoryImplementor factory, Metadata mapping) {
        requireReactiveRules(); // Attributes that are not the id are bound by now, too.
        snowflakes.warnOfEnd();
        SealedAttributes.require(attributes.all(), factory);
        BootstrapConnections connections = settings.isOffline() ? null : database.connections();
        if (connections != null) {
            ColumnCheck.run(settings.columnCheck(), columns, mapping, factory, connections);
            segments.check(factory, database, attributes.all(BoundAttribute.Segment.class));
        }
        List<BoundAttribute.Snowflake> snowflakeAttributes = attributes.all(BoundAttribute.Snowflake.class);
        snowflakes.compareWithOthers(snowflakeAttributes, connections);
        snowflakes.warnOfOtherSchemas(snowflakeAttributes);
        snowflakes.claim();
    }

    /** Ends all engines, also those of a session factory that could not be made. A second call does nothing. */
    public void close() {
        RepeatableSources sources = settings.repeatable();
        if (sources != null) {
            sources.restarts().remove(restart);
        }
        try {
            Runnable fetches = segments.close();
            try {
                snowflakes.close();
            } finally {
                fetches.run();
            }
        } finally {
            snowflakes.leave();
        }
    }

    /**
     * Restarts Snowflake ids and GUIDs, so that this session factory makes the same ones again: between two tests, the
     * second of which finds no row of the first. Numbers of segments continue, since their sequence does.
     */
    private void restart() {
        snowflakes.close();
        guids.restart();
        bindings.forEach(Runnable::run);
    }

    /** Prepares for an image of the process's memory, which may hold no worker number and no bits of future GUIDs. */
    void suspend() {
        guids.forgetRandomBits();
        segments.suspend();
        snowflakes.suspend();
    }

    /** Issues ids again, in this process or in one that was restored from the image. */
    void resume() {
        guids.forgetRandomBits();
        segments.resume();
        snowflakes.resume();
    }

    /** Releases the worker number, and refuses Snowflake ids until {@link #resumeWorker()}: its store is about to stop. */
    public void suspendWorker() {
        snowflakes.suspend();
    }

    /** Lets Snowflake ids be made again, under a new claim. */
    public void resumeWorker() {
        snowflakes.resume();
    }

    /** Returns the Snowflake generators, one for each layout; those of layouts with the same bits share their sequence. */
    public List<SnowflakeGenerator> snowflakes() {
        return snowflakes.generators();
    }

    /** Returns where the worker number comes from, if an attribute needs one. */
    public Optional<WorkerSource> worker() {
        return snowflakes.worker().map(OwnedSource::source);
    }

    /** Returns all layouts that an attribute can name. */
    public List<SnowflakeLayout> layouts() {
        return List.copyOf(settings.layouts().values());
    }
}
