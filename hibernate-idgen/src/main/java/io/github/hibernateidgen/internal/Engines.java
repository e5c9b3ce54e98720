package io.github.hibernateidgen.internal;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.IdgenConfigurationException;
import io.github.hibernateidgen.IdgenSettings;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
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
 * its own. The worker number is asked for when the first session factory has been made. With the last the generators end,
 * and the number is given back.
 *
 * <p>Thread-safe.
 */
public final class Engines implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    private record Counted(GeneratedAttribute description, LongAdder issued) {}

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    private final transient Map<String, Object> given;
    private final transient ServiceRegistry registry;
    private final transient Map<String, SnowflakeGenerator> snowflakes = new HashMap<>();
    private final transient Map<GuidFormat, Map<GuidOrder, GuidGenerator>> guids = new EnumMap<>(GuidFormat.class);
    private final transient Map<String, Counted> attributes = new LinkedHashMap<>();
    private transient @Nullable Settings settings;
    private transient @Nullable OwnedSource worker;
    private transient @Nullable SqlStringGenerationContext names;
    private transient @Nullable Object checkpoint;
    private transient int sessionFactories;

    Engines(Map<String, Object> given, ServiceRegistry registry) {
        this.given = given;
        this.registry = registry;
    }

    /** The engine of a layout, shared by all attributes that name it or another of the same bits. */
    synchronized SnowflakeGenerator snowflake(MappedAttribute attribute, String layoutName) {
        SnowflakeLayout layout = layout(attribute, layoutName);
        SnowflakeGenerator engine = snowflakes.get(layout.name());
        if (engine == null) {
            engine = sharedSnowflake(layout).orElseGet(() -> makeSnowflake(attribute, layout));
            snowflakes.put(layout.name(), engine);
        }
        settings().worker().schemaTable().ifPresent(attribute::registerTable);
        return engine;
    }

    /** The engine of a format and an order, shared by all attributes that have both. */
    synchronized GuidGenerator guid(GuidFormat format, GuidOrder order) {
        return guids.computeIfAbsent(format, missing -> new EnumMap<>(GuidOrder.class))
                .computeIfAbsent(
                        order,
                        missing -> new GuidGenerator(format, order, settings().clock()));
    }

    /** Counts the values of an attribute, and logs what was chosen for it when it is first seen. */
    synchronized AttributeValues counted(
            MappedAttribute attribute, Function<LongSupplier, GeneratedAttribute> description, AttributeValues values) {
        Counted counted = attributes.get(attribute.key());
        if (counted == null) {
            LongAdder issued = new LongAdder();
            counted = new Counted(description.apply(issued::sum), issued);
            attributes.put(attribute.key(), counted);
            LOG.info(counted.description);
        }
        LongAdder issued = counted.issued;
        return values.withGenerated(() -> {
            Object value = values.generated().get();
            issued.increment();
            return value;
        });
    }

    /** What was chosen for each attribute, in the sequence in which Hibernate asked. */
    public synchronized List<GeneratedAttribute> attributes() {
        return attributes.values().stream().map(Counted::description).toList();
    }

    /** The Snowflake generators in use, one for each layout; those of layouts with the same bits share their sequence. */
    public synchronized List<SnowflakeGenerator> snowflakes() {
        return List.copyOf(snowflakes.values());
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
     * @param context what Hibernate puts in front of the names of tables
     */
    void join(SqlStringGenerationContext context) {
        OwnedSource joined = joined(context);
        // Outside the monitor: the store asks for its table's name in another thread, and may not answer for long.
        if (joined != null && isValidated()) {
            joined.check().run();
        }
    }

    /** Returns the source, if its table is one that Hibernate validates. */
    private synchronized @Nullable OwnedSource joined(SqlStringGenerationContext context) {
        sessionFactories++;
        names = context;
        if (checkpoint == null) {
            checkpoint = Checkpoint.register(this);
        }
        if (worker == null) {
            return null;
        }
        settings().worker().table().ifPresent(this::qualified); // Or the start ends here.
        return settings().worker().schemaTable().isPresent() ? worker : null;
    }

    /** The session factory has been made, and its tables with it. */
    void start() {
        WorkerSource source = sourceToClaimFrom();
        if (source != null) {
            source.reservation();
        }
    }

    /** A session factory that has joined is about to close, or could not be made. */
    void leave() {
        if (leaveCount() == 0) {
            stop();
        }
    }

    /** Hibernate calls this last, after a start that failed too. */
    @Override
    public void stop() {
        OwnedSource closing = takeWorker();
        if (closing != null) {
            closing.release().run();
        }
    }

    /** An image of the process's memory is about to be made: no copy of it may hold a number, or bits of GUIDs to come. */
    void suspend() {
        forgetRandomBits();
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
        OwnedSource resumed = ownedSource();
        if (resumed != null) {
            resumed.resume();
        }
    }

    private synchronized @Nullable OwnedSource ownedSource() {
        return worker;
    }

    private synchronized void forgetRandomBits() {
        guids.values().forEach(byOrder -> byOrder.values().forEach(GuidGenerator::forgetRandomBits));
    }

    private synchronized int leaveCount() {
        return --sessionFactories;
    }

    private synchronized @Nullable OwnedSource takeWorker() {
        OwnedSource closing = worker;
        worker = null;
        snowflakes.clear(); // They end with their number; another session factory of this registry gets new ones.
        return closing;
    }

    private synchronized @Nullable WorkerSource sourceToClaimFrom() {
        return worker != null && settings().worker().claimsAtStart() ? worker.source() : null;
    }

    ServiceRegistry registry() {
        return registry;
    }

    /** The table as Hibernate names it: with its default catalog and schema, where the database has such a thing. */
    synchronized JdbcTable qualified(JdbcTable table) {
        SqlStringGenerationContext known = requireNonNull(names, "no session factory yet");
        JdbcTable inCatalog = table.catalog() != null
                ? table
                : byDefault(
                        IdgenSettings.WORKER_JDBC_CATALOG,
                        known.getDefaultCatalog(),
                        catalog -> new JdbcTable(catalog, table.schema(), table.name(), false));
        return table.schema() != null
                ? inCatalog
                : byDefault(
                        IdgenSettings.WORKER_JDBC_SCHEMA,
                        known.getDefaultSchema(),
                        schema -> new JdbcTable(inCatalog.catalog(), schema, table.name(), false));
    }

    private static JdbcTable byDefault(
            String setting, @Nullable Identifier name, Function<@Nullable String, JdbcTable> table) {
        try {
            return table.apply(name == null ? null : name.getText());
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(
                    setting,
                    "not set",
                    "Hibernate's default can't be used, since its " + e.getMessage() + "; set this to such a name",
                    e);
        }
    }

    private boolean isValidated() {
        return Stream.of(
                        "hibernate.hbm2ddl.auto",
                        "jakarta.persistence.schema-generation.database.action",
                        "javax.persistence.schema-generation.database.action")
                .anyMatch(key -> "validate".equalsIgnoreCase(String.valueOf(given.get(key))));
    }

    private Settings settings() {
        if (settings == null) {
            settings = Settings.read(given);
        }
        return settings;
    }

    private SnowflakeLayout layout(MappedAttribute attribute, String name) {
        if (name.isEmpty()) {
            return settings().defaultLayout();
        }
        SnowflakeLayout layout = settings().layouts().get(name);
        if (layout == null) {
            throw attribute.invalid(
                    name,
                    "no layout has this name; use one of "
                            + settings().layouts().keySet() + " or declare " + Settings.fieldsKey(name));
        }
        return layout;
    }

    /** Layouts that differ in their names only are of one sequence: two would make the same ids. */
    private Optional<SnowflakeGenerator> sharedSnowflake(SnowflakeLayout layout) {
        Optional<SnowflakeGenerator> other = snowflakes.values().stream()
                .filter(engine -> engine.layout().makesIdsOf(layout))
                .findFirst();
        other.ifPresent(engine -> LOG.infof(
                "Snowflake layout %s, in one sequence with layout %s, which has the same bits",
                layout.describe(), engine.layout().name()));
        return other.map(engine -> engine.withLayout(layout));
    }

    private SnowflakeGenerator makeSnowflake(MappedAttribute attribute, SnowflakeLayout layout) {
        Instant now = settings().clock().instant();
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            throw attribute.invalid(
                    layout.name(),
                    "the clock reads " + now + ", but the layout lasts from " + layout.epoch() + " to " + layout.end()
                            + "; set the clock right, or use a layout that is in force");
        }
        if (worker == null) {
            worker = settings().worker().factory().apply(this);
        }
        SnowflakeGenerator engine = settings().generator(attribute, layout, worker.forGenerators());
        LOG.infof("Snowflake layout %s", layout.describe());
        return engine;
    }
}
