package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.engines.AttributeSegments;
import io.github.hibernateidgen.internal.engines.BoundAttribute;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.Stripe;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Member;
import java.util.Optional;
import java.util.Properties;
import org.hibernate.Version;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.InitCommand;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Table;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * What Hibernate calls for each id of an attribute with segments. To Hibernate it is its own generator of sequences and
 * tables, in names, in schema tools and in its check of the increment; only the numbers come from {@link AttributeSegments}.
 * With a counter in Redis it is that generator without a sequence: nothing is left for the schema tools.
 *
 * <p>Thread-safe once configured.
 */
public abstract class SegmentedGenerator extends SequenceStyleGenerator {

    private static final long serialVersionUID = 1L;

    private transient @Nullable GeneratorCreationContext context;
    private transient @Nullable String member;
    private transient @Nullable AttributeSegments segments;
    private transient @Nullable BoundAttribute bound;
    private transient @Nullable SegmentValues values;
    private transient @Nullable SegmentOrigin origin;
    private transient @Nullable IdClass idClass;
    private String path = "";
    private boolean inRedis;
    private boolean assignable;

    /** For the subclasses. */
    protected SegmentedGenerator() {}

    /**
     * Puts what an annotation says in place of Hibernate's defaults.
     *
     * @param parameters as Hibernate's generator of sequences reads them
     */
    protected void override(Properties parameters) {}

    /**
     * Remembers the attribute that an annotation stands on; Hibernate 6.6 to 7.2 tell its member so.
     *
     * @param context what is being mapped
     * @param annotated the annotated member
     */
    protected final void remember(GeneratorCreationContext context, Member annotated) {
        remember(context, MappedAttribute.name(annotated));
    }

    /**
     * Remembers the attribute that an annotation stands on.
     *
     * @param context what is being mapped
     */
    protected final void remember(GeneratorCreationContext context) {
        remember(context, MappedAttribute.name(context.getMemberDetails()));
    }

    private void remember(GeneratorCreationContext context, @Nullable String member) {
        this.context = context;
        this.member = member;
        requireWholeId(context);
    }

    /** Hibernate 7.4 could not configure a generator for a part. */
    private void requireWholeId(GeneratorCreationContext context) {
        PersistentClass entity = context.getPersistentClass();
        MappedAttribute attribute = MappedAttribute.of(context, member);
        if (entity == null || entity.getIdentifier() instanceof Component) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "@SegmentId is for an entity's whole @Id, and this is a part of it; use @SnowflakeId there");
        }
    }

    /**
     * Keeps the context: Hibernate 6.6 calls this, and then the {@code configure} that takes a type.
     *
     * @param context what is being mapped
     */
    public final void create(GeneratorCreationContext context) {
        this.context = context;
        try {
            MethodHandles.lookup()
                    .findSpecial(
                            SequenceStyleGenerator.class,
                            "create",
                            MethodType.methodType(void.class, GeneratorCreationContext.class),
                            SegmentedGenerator.class)
                    .invoke(this, context);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("Hibernate's generator of sequences takes no context", e);
        }
    }

    @Override
    @SuppressWarnings("removal") // the only one that Hibernate 6.6 has
    public final void configure(Type type, Properties parameters, ServiceRegistry services) {
        MappedAttribute attribute = prepare(requireNonNull(context), parameters);
        if (!inRedis) {
            super.configure(type, parameters, services);
        }
        attribute.engines().bind(attribute.database(), () -> bind(attribute, parameters));
    }

    @Override
    public final void configure(GeneratorCreationContext context, Properties parameters) {
        MappedAttribute attribute = prepare(context, parameters);
        if (!inRedis) {
            super.configure(context, parameters);
        }
        attribute.engines().bind(attribute.database(), () -> bind(attribute, parameters));
    }

    private MappedAttribute prepare(GeneratorCreationContext context, Properties parameters) {
        this.context = context;
        override(parameters);
        MappedAttribute attribute = MappedAttribute.of(context, member);
        SegmentOptions.size(parameters, attribute);
        inRedis = SegmentOptions.askingForRedis(parameters, attribute) != null;
        assignable = new GeneratorParameters(attribute, parameters).assignable();
        return attribute;
    }

    private void bind(MappedAttribute attribute, Properties parameters) {
        if (inRedis != (SegmentOptions.askingForRedis(parameters, attribute) != null)) {
            throw attribute.invalid(
                    inRedis ? "Redis" : "the database",
                    "is where segments come from by the settings that the mapping was read with, and the session factory has"
                            + " others; give both the same");
        }
        path = attribute.path();
        idClass = attribute.idClass();
        values = SegmentValues.of(attribute);
        SegmentValues.requireColumn(attribute);
        Stripe stripe = SegmentOptions.read(parameters, attribute).stripe(attribute);
        if (inRedis) {
            bindToRedis(attribute, parameters, stripe);
        } else {
            bindToDatabase(attribute, stripe);
        }
    }

    private void bindToDatabase(MappedAttribute attribute, Stripe stripe) {
        int size = getOptimizer().getIncrementSize(); // Of the sequence, where Hibernate is told to take that.
        SegmentReading reading = reading(attribute);
        if (size < stripe.of()) {
            throw attribute.invalid(
                    "size " + size,
                    "a segment would not have a number of each of [" + stripe.of() + "] stripes; make it larger");
        }
        bind(
                attribute,
                new StructureSegments(getDatabaseStructure(), reading, size),
                size + " at a time, read as " + reading.optimizer() + ", " + stripe,
                stripe);
    }

    private void bindToRedis(MappedAttribute attribute, Properties parameters, Stripe stripe) {
        RedisSegments segments = RedisSegments.of(attribute, parameters, stripe);
        attribute.engines().atStart(attribute.database(), attribute.key(), segments::check);
        bind(
                attribute,
                segments,
                SegmentOptions.size(parameters, attribute) + " at a time from " + segments.describe(),
                stripe);
    }

    private void bind(MappedAttribute attribute, SegmentOrigin origin, String reason, Stripe stripe) {
        this.origin = origin;
        BoundAttribute known = attribute
                .engines()
                .bound(
                        attribute.database(),
                        attribute.key(),
                        () -> BoundAttribute.of(
                                        attribute.path(),
                                        attribute.column().getName() + " of type " + ColumnType.of(attribute.column()),
                                        reason,
                                        attribute.engines().segments(stripe, !inRedis))
                                .with(ValueTexts.segments(attribute)));
        bound = known;
        segments = requireNonNull(known.segments());
    }

    private SegmentReading reading(MappedAttribute attribute) {
        // By name: the classes are Hibernate's own affair, and one of them was removed in 8.0.
        String optimizer = getOptimizer().getClass().getSimpleName();
        return switch (optimizer) {
            case "PooledOptimizer" -> SegmentReading.POOLED;
            case "PooledLoOptimizer", "PooledLoThreadLocalOptimizer" -> SegmentReading.POOLED_LO;
            case "NoopOptimizer" -> SegmentReading.SINGLE;
            default ->
                throw attribute.invalid(
                        optimizer,
                        "segments are read as pooled or pooled-lo; give @SegmentId one of the two as its reading");
        };
    }

    /** Numbers are read as {@code long}, whatever the attribute holds: Hibernate has no numbers that are text. */
    @Override
    protected DatabaseStructure buildDatabaseStructure(
            Type type,
            Properties parameters,
            JdbcEnvironment environment,
            boolean forceTable,
            QualifiedName name,
            int initial,
            int increment) {
        Type number = requireNonNull(
                requireNonNull(context).getDatabase().getTypeConfiguration().getBasicTypeForJavaType(Long.class));
        return super.buildDatabaseStructure(number, parameters, environment, forceTable, name, initial, increment);
    }

    @Override
    public void initialize(SqlStringGenerationContext sql) {
        if (!inRedis) {
            super.initialize(sql);
        }
    }

    @Override
    public void registerExportables(Database database) {
        if (inRedis) {
            return;
        }
        super.registerExportables(database);
        try {
            Truncation.register(
                    requireNonNull(context), () -> requireNonNull(segments).reset());
        } catch (NoSuchMethodError e) {
            // Hibernate before 7.2 empties tables and says nothing of it: what is buffered is issued.
        }
    }

    @Override
    public final Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return assignable && currentValue != null && AttributeGenerator.isSet(currentValue, idClass)
                ? currentValue
                : generate(session, owner);
    }

    @Override
    public final boolean allowAssignedIdentifiers() {
        return assignable;
    }

    /** Requires that an id is set where Hibernate writes a row without asking for one. */
    final void requireId(@Nullable Object id) {
        AttributeGenerator.requireId(path, id, idClass);
    }

    @Override
    public final Object generate(SharedSessionContractImplementor session, Object owner) {
        return value(session, requireNonNull(origin).within(session));
    }

    /**
     * Makes a value for code that has no entity.
     *
     * @param session tells the tenant; no segment comes through it, since it has no transaction
     * @return the value
     */
    public final Object generateApart(SharedSessionContractImplementor session) {
        return value(session, null);
    }

    private Object value(SharedSessionContractImplementor session, @Nullable SegmentSource own) {
        try {
            Object value = requireNonNull(values).value(next(session, own));
            requireNonNull(bound).issued().increment();
            return value;
        } catch (IllegalStateException e) {
            throw new IdentifierGenerationException(path + ": " + e.getMessage(), e);
        }
    }

    private long next(SharedSessionContractImplementor session, @Nullable SegmentSource own) {
        SegmentOrigin known = requireNonNull(origin);
        SegmentGenerator generator = requireNonNull(segments)
                .generator(
                        session.getFactory(),
                        new Key(known, Optional.ofNullable(session.getTenantIdentifierValue())),
                        () -> known.apart(session));
        return generator.nextId(own);
    }

    /** With Redis too: Hibernate then asks for SQL, which is refused. It would count the rows from 1 otherwise. */
    @Override
    public final boolean supportsBulkInsertionIdentifierGeneration() {
        return inRedis || super.supportsBulkInsertionIdentifierGeneration();
    }

    /**
     * Hibernate asks where SQL alone makes the ids of an {@code insert ... select}. SQL knows nothing of stripes, and that of
     * Hibernate 6.6 to 7.1 uses numbers of a segment that is not its own.
     */
    @Override
    public final String determineBulkInsertionIdentifierGenerationSelectFragment(SqlStringGenerationContext sql) {
        if (inRedis || isWrongInSql() || requireNonNull(segments).stripe().of() > 1) {
            throw new IdentifierGenerationException(
                    path + ": SQL would take numbers that are not this statement's; in an"
                            + " insert ... select, select the id too, or persist the entities");
        }
        return super.determineBulkInsertionIdentifierGenerationSelectFragment(sql);
    }

    private boolean isWrongInSql() {
        return Version.getVersionString().matches("(6|7\\.[01])\\..*")
                && getOptimizer().getIncrementSize() > 1;
    }

    @Override
    public final String toString() {
        return "generator of " + path;
    }

    /** What tells one tenant's segments from others. */
    private record Key(SegmentOrigin origin, Optional<Object> tenant) {}

    /** Apart, so that nothing of it is linked where Hibernate does not have it. */
    private static final class Truncation {

        static void register(GeneratorCreationContext context, Runnable reset) {
            Table table = context.getValue().getTable();
            table.addResetCommand(sql -> forget(reset));
            table.addResyncCommand((sql, isolator) -> forget(reset));
        }

        private static InitCommand forget(Runnable reset) {
            reset.run();
            return new InitCommand();
        }
    }
}
