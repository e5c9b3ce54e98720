package io.github.hibernateidgen.internal.runtime;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.settings.RepeatableSources;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.seal.SealKeys;
import io.github.hibernateidgen.text.PublicIds;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lives as long as a session factory, and has its engines and attributes. The engines are made when Hibernate begins to make the
 * session factory, and end when it closes. Each {@link Part} manages the engines of one kind of ids. This class calls the parts.
 *
 * <p>Attributes are bound by the thread that makes the session factory. All other methods are thread-safe.
 */
public final class Engines {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final Settings settings;
    private final PublicIds publicIds;
    private final HibernateDatabase database;
    private final boolean isReactive;
    private final List<Part> parts;
    private final Runnable restart = this::restart;

    private final Attributes attributes = new Attributes();

    /**
     * The bindings to repeat when repeatable ids restart. They keep the mapping in memory, so without repeatable ids the list
     * stays empty.
     */
    private final List<Runnable> bindings = new CopyOnWriteArrayList<>();

    private @Nullable SessionLanes lanes;

    /** Keeps the registration for checkpoints in memory, because the checkpoint API refers to the registration weakly. */
    @SuppressWarnings("UnusedVariable")
    private volatile @Nullable Object checkpoint;

    Engines(Settings settings, SessionFactoryImplementor factory, Function<Engines, List<Part>> kinds) {
        this.settings = settings;
        // The texts of ids may outlive the session factory, and must not keep its settings in memory.
        SealKeys keys = settings.sealKeys();
        boolean acceptsPlain = settings.acceptsPlain();
        this.publicIds = new PublicIds(() -> keys, () -> acceptsPlain);
        this.database = new HibernateDatabase(factory, settings);
        this.isReactive = isReactive(factory.getClass());
        this.parts = kinds.apply(this);
    }

    /**
     * Adds the service that finds the engines of each session factory of a service registry.
     *
     * @param kinds makes the parts of a session factory, in the order in which they start and end
     */
    public static void contribute(StandardServiceRegistryBuilder builder, Function<Engines, List<Part>> kinds) {
        builder.addInitiator(new RegistryEngines.Initiator(kinds));
    }

    /**
     * Observes a session factory that Hibernate has begun to make: its {@link MappingBindings} make, start and close the
     * engines.
     *
     * @param checks lists the checks of the start
     */
    public static void observe(
            SessionFactoryImplementor factory, Metadata metadata, Supplier<List<Start.Check>> checks) {
        MappingBindings.of(factory.getServiceRegistry(), metadata.getDatabase()).start(factory, metadata, checks);
    }

    /** Returns the engines of a session factory. The first call makes them. */
    public static Engines of(SessionFactoryImplementor factory) {
        RegistryEngines all = OwnServices.find(factory.getServiceRegistry(), RegistryEngines.class);
        Engines engines = all.known(factory);
        if (engines == null) {
            OwnServices.requireIntegrator(factory.getServiceRegistry());
            engines = all.make(factory);
        }
        return engines;
    }

    /** Recognizes Hibernate Reactive, or a class that extends it, by name, because it is rarely on the class path. */
    static boolean isReactive(Class<?> sessionFactory) {
        for (Class<?> type = sessionFactory; type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith("org.hibernate.reactive.")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the logger of an engine, which writes to the same log as Hibernate. */
    public static System.Logger logger(String name) {
        return new HibernateLogger(name);
    }

    public Settings settings() {
        return settings;
    }

    /** Returns the texts of ids, with the keys of the settings. */
    public PublicIds publicIds() {
        return publicIds;
    }

    public HibernateDatabase database() {
        return database;
    }

    /** Returns whether the session factory is Hibernate Reactive's, which has no JDBC connections and must not wait. */
    public boolean isReactive() {
        return isReactive;
    }

    /** Returns the parts, one for each kind of ids. */
    public List<Part> parts() {
        return parts;
    }

    /** Returns the part of one kind of ids. */
    public <P extends Part> P part(Class<P> type) {
        for (Part part : parts) {
            if (type.isInstance(part)) {
                return type.cast(part);
            }
        }
        throw new NoSuchElementException(type.getName());
    }

    /** Returns the lanes of the sessions. The first call makes them, because only some layouts and formats need lanes. */
    SessionLanes lanes() {
        SessionLanes made = lanes;
        if (made == null) {
            made = new SessionLanes(isReactive, settings.repeatable() != null);
            lanes = made;
        }
        return made;
    }

    Attributes attributes() {
        return attributes;
    }

    /** Returns an attribute by its path, or null. */
    public @Nullable BoundAttribute find(String path) {
        return attributes.find(path);
    }

    /** Returns the attributes of one kind, or all attributes. */
    public <A extends BoundAttribute> List<A> attributes(Class<A> kind) {
        return attributes.of(kind);
    }

    /** Binds an attribute, and remembers the binding if ids are repeatable. */
    void bind(Runnable binding) {
        explained(binding);
        if (settings.repeatable() != null) {
            bindings.add(binding);
        }
    }

    /** Runs a step of the startup. Its exception names settings as the user's framework does. */
    void explained(Runnable step) {
        try {
            step.run();
        } catch (IdgenConfigurationException e) {
            throw settings.remedies().explained(e);
        }
    }

    /** Registers the engines for checkpoints, and for restarts if ids are repeatable. */
    void open() {
        checkpoint = Checkpoint.register(this);
        RepeatableSources sources = settings.repeatable();
        if (sources != null) {
            sources.restarts().add(restart);
            LOG.warn("Ids are repeatable: each process makes the same ids. Never write these ids to a database that"
                    + " keeps its rows; hibernate-idgen-test has turned them on, and is for tests only");
        }
    }

    /** Starts the engines when the session factory and its tables exist. */
    void start() {
        explained(() -> parts.forEach(Part::start));
    }

    /** Ends all engines. Hibernate may also close a session factory that could not be made. A second call has no effect. */
    void close() {
        RepeatableSources sources = settings.repeatable();
        if (sources != null) {
            sources.restarts().remove(restart);
        }
        close(parts.iterator());
    }

    /** Ends each part, also if another part throws. */
    private static void close(Iterator<Part> parts) {
        if (parts.hasNext()) {
            Runnable rest = () -> {};
            try {
                rest = parts.next().close();
            } finally {
                try {
                    close(parts);
                } finally {
                    rest.run();
                }
            }
        }
    }

    /**
     * Restarts Snowflake ids and GUIDs, so this session factory makes the same values again. This happens before each
     * test, after the rows of the previous test have been removed. Numbers of segments continue, because their sequence
     * continues.
     */
    private void restart() {
        parts.forEach(Part::restart);
        bindings.forEach(Runnable::run);
    }

    /**
     * Prepares for an image of the process's memory. The image must contain no reserved worker number, no buffered
     * numbers of segments and no random bits of future GUIDs.
     */
    void suspend() {
        parts.forEach(Part::beforeImage);
    }

    /**
     * Issues ids again, in this process or in a process that was restored from the image. The parts resume from the last to
     * the first: GUIDs forget the image's random bits before all else, because threads make GUIDs at once.
     */
    void resume() {
        for (int i = parts.size() - 1; i >= 0; i--) {
            parts.get(i).afterImage();
        }
    }
}
