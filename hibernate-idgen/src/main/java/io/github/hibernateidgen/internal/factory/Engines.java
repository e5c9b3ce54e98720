package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.columns.ColumnCheck;
import io.github.hibernateidgen.internal.columns.NeededColumns;
import io.github.hibernateidgen.internal.database.BootstrapConnections;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.text.PublicIds;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The engines of one session factory. They are made when Hibernate begins to make the session factory, and end when the
 * session factory closes. Each part manages one kind of engine. This class calls the parts in the order in which they
 * depend on each other.
 *
 * <p>Attributes are bound by the thread that makes the session factory. All other methods are thread-safe.
 */
public final class Engines {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Settings settings;
    private final PublicIds publicIds;
    private final HibernateDatabase database;
    private final boolean isValidated;
    private final boolean isReactive;
    private final BoundAttributes attributes = new BoundAttributes();
    private final NeededColumns columns = new NeededColumns();
    private final Snowflakes snowflakes;
    private final Guids guids;
    private final Segments segments;
    private final Runnable restart = this::restart;

    /**
     * The bindings to repeat when repeatable ids restart. Without repeatable ids, the list stays empty, because bindings
     * keep the mapping in memory.
     */
    private final List<Runnable> bindings = new CopyOnWriteArrayList<>();

    private @Nullable SessionLanes lanes;
    private volatile @Nullable IdgenConfigurationException notReactive;

    /** Keeps the registration for checkpoints in memory, because the checkpoint API refers to the registration weakly. */
    @SuppressWarnings("UnusedVariable")
    private volatile @Nullable Object checkpoint;

    Engines(Settings settings, SessionFactoryImplementor factory) {
        this.settings = settings;
        this.publicIds = new PublicIds(
                () -> settings.seal().keys(), () -> settings.seal().acceptsPlain());
        this.database = HibernateDatabase.of(factory);
        this.isValidated = Snowflakes.isTableValidated(factory.getProperties());
        this.isReactive = ReactiveRules.applyTo(factory.getClass());
        this.snowflakes = new Snowflakes(settings, database, isReactive);
        this.guids = new Guids(settings);
        this.segments = new Segments(settings);
    }

    public Settings settings() {
        return settings;
    }

    /** Returns the texts of ids, with the keys of the settings. */
    public PublicIds publicIds() {
        return publicIds;
    }

    /** Returns the clock of the generators. */
    public InstantSource clock() {
        return settings.clock();
    }

    /** Returns the layouts that an attribute can name. */
    public Collection<SnowflakeLayout> layouts() {
        return settings.layouts().values();
    }

    public HibernateDatabase database() {
        return database;
    }

    /** Returns the attributes whose values the engines make. */
    public BoundAttributes attributes() {
        return attributes;
    }

    /** Returns the columns of generated values, and the requirements on these columns. */
    public NeededColumns columns() {
        return columns;
    }

    /** Returns the engines of Snowflake ids. */
    public Snowflakes snowflakes() {
        return snowflakes;
    }

    /** Returns the engines of GUIDs. */
    public Guids guids() {
        return guids;
    }

    /** Returns the engines of segments. */
    public Segments segments() {
        return segments;
    }

    /** Returns the lanes of the sessions. The first call makes them, because only some layouts and formats need lanes. */
    public SessionLanes lanes() {
        SessionLanes made = lanes;
        if (made == null) {
            made = new SessionLanes(isReactive, settings.repeatable() != null);
            lanes = made;
        }
        return made;
    }

    /** Binds an attribute, and remembers the binding if ids are repeatable. */
    public void bind(Runnable binding) {
        explained(binding);
        if (settings.repeatable() != null) {
            bindings.add(binding);
        }
    }

    /** Runs a step of the startup. Its exception names settings as the user's framework does. */
    private void explained(Runnable step) {
        try {
            step.run();
        } catch (IdgenConfigurationException e) {
            throw settings.remedies().explained(e);
        }
    }

    /**
     * Makes startup fail if the session factory belongs to Hibernate Reactive.
     *
     * @param error describes the fault that Hibernate Reactive would cause
     */
    public void rejectInReactive(IdgenConfigurationException error) {
        notReactive = error;
    }

    /**
     * Registers the engines for checkpoints, and runs the checks that are possible before the schema tools run. The
     * validation of the schema tools would report a missing table of worker numbers as well, but would not explain the
     * purpose of the table and how to create it. It would also report the first column of another type, but not the others,
     * and not the statements that change them.
     */
    public void prepare(SessionFactoryImplementor factory, Metadata mapping) {
        checkpoint = Checkpoint.register(this);
        RepeatableSources sources = settings.repeatable();
        if (sources != null) {
            sources.restarts().add(restart);
            LOG.warn("Ids are repeatable: each process makes the same ids. Never write these ids to a database that"
                    + " keeps its rows; hibernate-idgen-test has turned them on, and is for tests only");
        }
        explained(this::requireReactiveRules);
        if (isValidated) {
            snowflakes.checkTable();
            if (!settings.isOffline()) {
                explained(() -> checkColumns(factory, mapping, database.connections()));
            }
        }
    }

    private void checkColumns(SessionFactoryImplementor factory, Metadata mapping, BootstrapConnections connections) {
        ColumnCheck.run(settings.columnCheck(), columns, mapping, factory, connections);
    }

    private void requireReactiveRules() {
        if (isReactive) {
            IdgenConfigurationException error = notReactive;
            if (error != null) {
                throw error;
            }
            ReactiveRules.requireNoSegments(attributes.all(AttributeSegments.class));
            ReactiveRules.requireNumberAtStart(
                    settings.worker(), snowflakes.worker().orElse(null));
            ReactiveRules.requireShortWaits(snowflakes.generators());
        }
    }

    /** Starts the engines when the session factory and its tables exist. Runs checks, and then claims the worker number. */
    public void start(SessionFactoryImplementor factory, Metadata mapping) {
        explained(() -> startParts(factory, mapping));
    }

    private void startParts(SessionFactoryImplementor factory, Metadata mapping) {
        requireReactiveRules(); // Attributes that are not the id have been bound in the meantime.
        snowflakes.warnOfEnd();
        SealedAttributes.require(this, factory);
        BootstrapConnections connections = settings.isOffline() ? null : database.connections();
        if (connections != null) {
            checkColumns(factory, mapping, connections);
            segments.check(factory, database, attributes.all(AttributeSegments.class));
            snowflakes.warnOfHigherIds(factory);
            snowflakes.requireOwnNumber(connections);
        } else {
            segments.skipChecks();
            snowflakes.highest().clear();
        }
        columns.clear();
        snowflakes.warnOfOtherSchemas(attributes.all(SnowflakeGenerator.class));
        snowflakes.warnOfFixedNumber(connections);
        snowflakes.claim();
        snowflakes.locate(connections == null);
        InnoDb.advice(database.dialect(), snowflakes.generators(), guids.formats())
                .map(settings.remedies()::named)
                .ifPresent(LOG::info);
    }

    /** Ends all engines. Hibernate may also close a session factory that could not be made. A second call has no effect. */
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
     * Restarts Snowflake ids and GUIDs, so this session factory makes the same values again. This happens before each
     * test, after the rows of the previous test have been removed. Numbers of segments continue, because their sequence
     * continues.
     */
    private void restart() {
        snowflakes.close();
        guids.restart();
        bindings.forEach(Runnable::run);
    }

    /**
     * Prepares for an image of the process's memory. The image must contain no reserved worker number, no buffered
     * numbers of segments and no random bits of future GUIDs.
     */
    void suspend() {
        guids.forgetRandomBits();
        segments.suspend();
        snowflakes.suspend();
        snowflakes.warnOfCheckpoint();
    }

    /** Issues ids again, in this process or in a process that was restored from the image. */
    void resume() {
        guids.forgetRandomBits();
        segments.resume();
        snowflakes.resume();
    }
}
