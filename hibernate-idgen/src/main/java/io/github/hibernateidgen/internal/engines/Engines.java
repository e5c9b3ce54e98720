package io.github.hibernateidgen.internal.engines;

import static io.github.hibernateidgen.config.IdgenSettings.PREFIX;
import static io.github.hibernateidgen.config.IdgenSettings.WORKER_SOURCE;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.settings.OwnedSource;
import io.github.hibernateidgen.internal.settings.SegmentCounters;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.Stripe;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.Stoppable;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The engines of one Hibernate service registry: one Snowflake generator for each layout in use, one GUID generator for
 * each format and order, one worker number for all. Hibernate 7 and later make each id generator twice, so nothing that
 * counts may live in those.
 *
 * <p>Settings are read at the first use, and not where Hibernate makes the service, which would hide our errors behind
 * its own. They are read anew where the session factory turns out to have others. The worker number is asked for when the
 * first session factory has been made. With the last the generators end, and the number is given back.
 *
 * <p>Thread-safe.
 */
public final class Engines implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final transient HibernateDatabase database;
    private final transient Generators generators = new Generators();
    private final transient BoundMappings mappings = new BoundMappings();
    private final transient SegmentThreads segmentThreads = new SegmentThreads();
    private final transient Runnable restart = this::restart;
    private transient Map<String, Object> given;
    private final transient NeededColumns columns = new NeededColumns();
    private transient @Nullable SegmentCounters counters;
    private transient @Nullable Settings settings;
    private transient @Nullable IdgenConfigurationException notReactive;
    private transient @Nullable OwnedSource worker;
    private transient @Nullable Object checkpoint;
    private transient int sessionFactories;
    private transient boolean stopped;

    Engines(Map<String, Object> given, ServiceRegistry registry) {
        this.given = given;
        this.database = new HibernateDatabase(registry);
    }

    /** The settings in force: those of the registry, until a session factory has others. */
    public synchronized Settings settings() {
        if (settings == null) {
            settings = Settings.read(given);
            if (settings.repeatable().isPresent()) {
                LOG.warn(
                        "Ids are repeatable: the next process makes the same ones. Never let it write to a database that keeps"
                                + " its rows; hibernate-idgen-test, which asks for this, is for tests only");
            }
        }
        return settings;
    }

    /** The engine of a layout, shared by all attributes that name it or another of the same bits. */
    public synchronized SnowflakeGenerator snowflake(String user, SnowflakeLayout layout) {
        return generators.snowflake(user, layout, settings(), this::workerForGenerators);
    }

    /** The engine of a format and an order, shared by all attributes that have both. */
    public synchronized GuidGenerator guid(GuidFormat format, GuidOrder order) {
        return generators.guid(format, order, settings());
    }

    /**
     * The segments of an attribute, one generator for each tenant.
     *
     * @param stripe which numbers are issued
     * @param inDatabase whether they come from the database of the entities
     */
    public AttributeSegments segments(Stripe stripe, boolean inDatabase) {
        SegmentLimits limits = settings().segments().limits();
        segmentThreads.limit(limits.fetchers());
        return new AttributeSegments(stripe, inDatabase, limits, segmentThreads);
    }

    /**
     * Binds an attribute's generator, now, and again where a session factory turns out to have other settings.
     *
     * @param mapping the mapping that the attribute is of
     * @param binding asks for settings and engines, and keeps nothing that it was given before
     */
    public void bind(Database mapping, Runnable binding) {
        beginAfterStop();
        binding.run();
        remember(mapping, binding);
    }

    private synchronized void beginAfterStop() {
        if (stopped) {
            mappings.clear();
            begin(given);
        }
    }

    private synchronized void remember(Database mapping, Runnable binding) {
        mappings.of(mapping).remember(binding);
    }

    /**
     * A session factory is being made, and its own properties are the settings in force. They differ from those of the
     * registry where a framework reads the mapping early, as Quarkus does while it builds an application: processes of one
     * build that are told apart by a setting of the run would make the same ids.
     *
     * @throws IdgenConfigurationException if they differ, and what the others gave is in use
     */
    void obey(Map<String, Object> properties) {
        Map<String, Object> before = given();
        SortedSet<String> others = Settings.differences(before, properties);
        if (!others.isEmpty() && hasSessionFactories()) {
            throw different(
                    before,
                    properties,
                    others,
                    "another session factory of the same service registry has it otherwise, and the two share one worker"
                            + " number and its generators",
                    null);
        }
        if (!others.isEmpty() || isStopped()) {
            beginAnew(before, properties, others);
        }
    }

    private void beginAnew(Map<String, Object> before, Map<String, Object> properties, SortedSet<String> others) {
        stop();
        begin(properties);
        settings(); // Or the start ends here.
        List<String> ours =
                others.stream().filter(key -> key.startsWith(PREFIX)).toList();
        if (!ours.isEmpty()) {
            LOG.infof("The session factory has other settings than the mapping was read with, and they hold: %s", ours);
        }
        try {
            bindings().forEach(Runnable::run);
        } catch (IdgenConfigurationException e) {
            if (!others.isEmpty()
                    && e.subject().equals(WORKER_SOURCE)
                    && before.get(WORKER_SOURCE) instanceof WorkerSource) {
                throw different(
                        before,
                        properties,
                        others,
                        "the generators that were made then can't be taken from the source that " + WORKER_SOURCE
                                + " names: " + e.getMessage(),
                        e);
            }
            throw e;
        }
    }

    private static IdgenConfigurationException different(
            Map<String, Object> before,
            Map<String, Object> properties,
            SortedSet<String> others,
            String problem,
            @Nullable Throwable cause) {
        String setting = others.first();
        return new IdgenConfigurationException(
                setting,
                shown(properties, setting),
                "is what the session factory has, but the mapping was read with [" + shown(before, setting) + "], and "
                        + problem + "; give both the same",
                cause);
    }

    private static Object shown(Map<String, Object> settings, String setting) {
        return Secrets.isSecret(setting) ? "hidden" : settings.getOrDefault(setting, "not set");
    }

    private synchronized Map<String, Object> given() {
        return given;
    }

    private synchronized boolean hasSessionFactories() {
        return sessionFactories > 0;
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private synchronized List<Runnable> bindings() {
        return mappings.all().stream()
                .flatMap(attributes -> attributes.bindings().stream())
                .toList();
    }

    private synchronized void begin(Map<String, Object> settingsInForce) {
        given = settingsInForce;
        settings = null;
        notReactive = null;
        mappings.unbind();
        stopped = false;
    }

    /** What the columns of generated values must be. */
    public NeededColumns columns() {
        return columns;
    }

    /** Connections of the entities' database, where one is to be had at start-up. */
    Optional<BootstrapConnections> connectionsAtStart() {
        return isOffline() ? Optional.empty() : Optional.of(database.connections());
    }

    /**
     * The counters outside of the database, on one connection for all attributes. They end with the last session factory.
     *
     * @param subject what asks for them first: a setting, or an attribute
     */
    public synchronized SegmentCounters counters(String subject) {
        SegmentCounters current = counters;
        if (current == null) {
            current = settings().segments().counters(subject);
            counters = current;
        }
        return current;
    }

    /**
     * Has something checked when a session factory has been made, and its tables with it; not where Hibernate starts without
     * its database.
     *
     * @param mapping the mapping that the attribute is of
     * @param key the attribute; of several checks of one, which Hibernate configures more than once, the last counts
     * @param check throws to stop the start
     */
    public synchronized void atStart(Database mapping, String key, Consumer<SessionFactoryImplementor> check) {
        mappings.of(mapping).atStart(key, check);
    }

    /** Remembers an attribute of a mapping, and logs what was chosen for it when it is first seen. */
    public synchronized BoundAttribute bound(Database mapping, String key, Supplier<BoundAttribute> first) {
        return mappings.of(mapping).bound(key, first);
    }

    /**
     * Remembers what makes an attribute's values for code that has no entity. Of the generators that Hibernate makes of one
     * attribute the last counts; they share their engine.
     *
     * @param mapping the mapping that the attribute is of
     * @param path the entity and the attribute
     * @param own whether it is the entity's own; an embeddable's is known by its table, which may be named like an entity
     * @param maker makes the next value, in the attribute's type
     */
    public synchronized void makes(Database mapping, String path, boolean own, Supplier<Object> maker) {
        mappings.of(mapping).makes(path, own, maker);
    }

    /** What makes the values of a session factory's attribute for code that has no entity; null where only Hibernate can. */
    public synchronized @Nullable Supplier<Object> maker(SessionFactory factory, String path) {
        return mappings.of(factory).maker(path);
    }

    /** The table of reservations that Hibernate's schema tools are to see to. */
    public Optional<JdbcTable> schemaTable() {
        return settings().worker().schemaTable();
    }

    /** What was chosen for each attribute of all mappings. */
    public synchronized List<BoundAttribute> attributes() {
        return mappings.all().stream()
                .flatMap(attributes -> attributes.all().stream())
                .toList();
    }

    /** What was chosen for each attribute of a session factory, in the order in which Hibernate asked. */
    public synchronized List<BoundAttribute> attributes(SessionFactory factory) {
        return mappings.of(factory).all();
    }

    /** The Snowflake generators in use, one for each layout; those of layouts with the same bits share their sequence. */
    public synchronized List<SnowflakeGenerator> snowflakes() {
        return generators.snowflakes();
    }

    /** Where the worker number comes from, if an attribute needs one. */
    public synchronized Optional<WorkerSource> worker() {
        return Optional.ofNullable(worker).map(OwnedSource::source);
    }

    /** All layouts that an attribute can name. */
    public synchronized List<SnowflakeLayout> layouts() {
        return List.copyOf(settings().layouts().values());
    }

    /**
     * A session factory is being made. Says that the table is missing before Hibernate's validation does, which would not
     * say what the table is for and how to make it.
     *
     * @param factory the session factory
     * @param mapping what it is made of
     */
    void join(SessionFactoryImplementor factory, Database mapping) {
        OwnedSource joined = joined(factory, mapping);
        // Outside the monitor: the store asks for its table's name in another thread, and may not answer for long.
        if (joined != null && isValidated()) {
            joined.check().run();
        }
    }

    /** Returns the source, if its table is one that Hibernate validates. */
    private synchronized @Nullable OwnedSource joined(SessionFactoryImplementor factory, Database mapping) {
        sessionFactories++;
        mappings.join(factory, mapping);
        database.nameBy(factory.getSqlStringGenerationContext());
        if (checkpoint == null) {
            checkpoint = Checkpoint.register(this);
        }
        if (worker == null || !hasSnowflakes(factory)) {
            return null;
        }
        settings().worker().table().ifPresent(database::qualified); // Or the start ends here.
        return settings().worker().schemaTable().isPresent() ? worker : null;
    }

    /**
     * Has a start of Hibernate Reactive stopped; in Hibernate ORM nothing happens.
     *
     * @param error what Hibernate Reactive would do wrong
     */
    public synchronized void refuseInReactive(IdgenConfigurationException error) {
        notReactive = error;
    }

    private synchronized @Nullable IdgenConfigurationException notReactive() {
        return notReactive;
    }

    /** Stops the start where Hibernate Reactive could not work with what is bound so far. */
    void requireReactiveRules(SessionFactoryImplementor factory) {
        if (ReactiveRules.applyTo(factory.getClass())) {
            IdgenConfigurationException error = notReactive();
            if (error != null) {
                throw error;
            }
            ReactiveRules.requireNoSegments(attributes());
            ReactiveRules.requireNumberAtStart(settings().worker(), ownedSource());
            ReactiveRules.requireShortWaits(snowflakes());
        }
    }

    /** The session factory has been made, and its tables with it. */
    void start(SessionFactoryImplementor factory) {
        requireReactiveRules(factory); // Attributes that are not the id are bound by now, too.
        keepOrForgetBindings(factory);
        SealedAttributes.require(attributes(factory));
        warnOfLayouts();
        checkStripes(factory);
        if (!isOffline()) {
            checksAtStart(factory).forEach(check -> check.accept(factory));
        }
        if (hasSnowflakes(factory)) {
            WorkerSource source = sourceToClaimFrom();
            if (source != null) {
                source.reservation();
            }
            database.keepNames();
        }
    }

    /** Else the table of worker numbers is of no use to it, and may not be there. */
    private boolean hasSnowflakes(SessionFactory factory) {
        return attributes(factory).stream().anyMatch(attribute -> attribute.snowflake() != null);
    }

    /** Today's start may be the last one for a long time. */
    private void warnOfLayouts() {
        for (SnowflakeGenerator engine : snowflakes()) {
            engine.layout().notice(settings().clock().instant()).ifPresent(LOG::warn);
        }
    }

    /** They hold the mapping as it was read. Tests whose ids are repeatable begin anew with them. */
    private synchronized void keepOrForgetBindings(SessionFactory factory) {
        settings()
                .repeatable()
                .ifPresentOrElse(sources -> sources.restarts().add(restart), mappings.of(factory)::forgetBindings);
    }

    /**
     * Begins Snowflake ids and GUIDs anew, with those that this registry has made before: between two tests, of which the
     * second finds no row of the first. Numbers of segments go on, since their sequence does.
     */
    private void restart() {
        OwnedSource closing = takeWorker();
        if (closing != null) {
            closing.release().run();
        }
        goOn();
        bindings().forEach(Runnable::run);
    }

    private synchronized void goOn() {
        stopped = false;
    }

    /** Only where a database is to be had at start-up. */
    private void checkStripes(SessionFactory factory) {
        List<BoundAttribute> attributes = attributes(factory);
        if (attributes.stream().anyMatch(MasterStep::concerns) && !isOffline()) {
            database.masterStep().ifPresent(step -> step.check(attributes));
        }
    }

    /** They ask databases and servers, so not in the monitor. */
    private synchronized List<Consumer<SessionFactoryImplementor>> checksAtStart(SessionFactory factory) {
        return mappings.of(factory).startChecks();
    }

    private synchronized void forgetMapping(SessionFactory factory) {
        BoundAttributes attributes = mappings.of(factory);
        attributes.forgetStartChecks();
        attributes.forgetBindings();
    }

    private boolean isOffline() {
        return Settings.isOffline(given());
    }

    /** A session factory that has joined is about to close, or could not be made. */
    void leave(SessionFactory factory) {
        forgetMapping(factory);
        boundSegments().forEach(segments -> segments.close(factory));
        if (leaveCount() == 0) {
            stop();
        }
    }

    /** Hibernate calls this last, after a start that failed too. */
    @Override
    public void stop() {
        forgetRestart();
        boundSegments().forEach(AttributeSegments::close);
        Runnable fetches = segmentThreads.end();
        SegmentCounters unused = takeCounters();
        if (unused != null) {
            unused.close();
        }
        OwnedSource closing = takeWorker();
        if (closing != null) {
            closing.release().run();
        }
        fetches.run();
    }

    private synchronized void forgetRestart() {
        if (settings != null) {
            settings.repeatable().ifPresent(sources -> sources.restarts().remove(restart));
        }
    }

    /** An image of the process's memory is about to be made: no copy of it may hold a number, or bits of GUIDs to come. */
    void suspend() {
        forgetRandomBits();
        boundSegments().forEach(AttributeSegments::suspend);
        OwnedSource suspended = ownedSource();
        if (suspended != null && !suspended.suspend()) {
            LOG.warnf(
                    "[%s] gives its worker number also to each process that is restored from this checkpoint. Where more"
                            + " than one runs, they make the same ids; reserve a number instead, with"
                            + " hibernate.idgen.worker.source=jdbc",
                    suspended.source());
        }
    }

    /** This process goes on after the image was made, or is restored from it. */
    void resume() {
        forgetRandomBits();
        boundSegments().forEach(AttributeSegments::resume);
        OwnedSource resumed = ownedSource();
        if (resumed != null) {
            resumed.resume();
        }
    }

    private synchronized @Nullable OwnedSource ownedSource() {
        return worker;
    }

    private synchronized void forgetRandomBits() {
        generators.forgetRandomBits();
    }

    private synchronized List<AttributeSegments> boundSegments() {
        return mappings.all().stream()
                .flatMap(attributes -> attributes.segments().stream())
                .toList();
    }

    private synchronized int leaveCount() {
        return --sessionFactories;
    }

    private synchronized @Nullable SegmentCounters takeCounters() {
        SegmentCounters unused = counters;
        counters = null;
        mappings.all().forEach(BoundAttributes::forgetStartChecks);
        return unused;
    }

    private synchronized @Nullable OwnedSource takeWorker() {
        OwnedSource closing = worker;
        worker = null;
        database.nameAnew();
        generators.clear();
        stopped = true;
        return closing;
    }

    private synchronized @Nullable WorkerSource sourceToClaimFrom() {
        return worker != null && settings().worker().claimsAtStart() ? worker.source() : null;
    }

    private boolean isValidated() {
        Map<String, Object> inForce = given();
        return Stream.of(
                        "hibernate.hbm2ddl.auto",
                        "jakarta.persistence.schema-generation.database.action",
                        "javax.persistence.schema-generation.database.action")
                .anyMatch(key -> "validate".equalsIgnoreCase(String.valueOf(inForce.get(key))));
    }

    private WorkerSource workerForGenerators() {
        OwnedSource current = worker;
        if (current == null) {
            current = settings().worker().factory().apply(database);
            worker = current;
        }
        return current.forGenerators();
    }
}
