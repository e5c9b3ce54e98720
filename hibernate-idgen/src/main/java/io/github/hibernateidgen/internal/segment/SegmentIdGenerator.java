package io.github.hibernateidgen.internal.segment;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.runtime.Start.Check;
import java.lang.ref.WeakReference;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Properties;
import org.hibernate.Version;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.InitCommand;
import org.hibernate.boot.model.relational.QualifiedName;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.jdbc.env.spi.JdbcEnvironment;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
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
 * The generator behind {@link SegmentId}. It extends Hibernate's generator for sequences and tables, so Hibernate
 * names the sequence or table, adds it to the schema and checks the increment. Only the numbers come from
 * {@link TenantSegments}. With a store of segments there is no sequence, and the schema stays as it is.
 *
 * <p>Thread-safe once configured.
 */
public final class SegmentIdGenerator extends SequenceStyleGenerator
        implements AnnotationBasedGenerator<SegmentId>, BoundAttribute.Generator {

    private static final long serialVersionUID = 1L;

    /** The options until this generator is configured. They refer to the whole mapping, which is no longer needed then. */
    private transient @Nullable SegmentOptions options;

    /** The table of the id in the mapping, which only Hibernate's schema tools still need. */
    private transient @Nullable WeakReference<Table> table;

    private transient @Nullable SegmentAttribute bound;
    private boolean inStore;

    /** Called by Hibernate. */
    public SegmentIdGenerator() {}

    /** Makes the part of a session factory that has the segments. */
    public static Part part(Engines engines) {
        return new Segments(engines);
    }

    /** Returns the checks of the start, in their order. */
    public static List<Check> checks() {
        return SegmentChecks.all();
    }

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 to 7.2 call this method
    public void initialize(SegmentId annotation, Member member, GeneratorCreationContext context) {
        prepare(annotation, context, member);
    }

    @Override // Hibernate 7.3 and later call this method
    public void initialize(SegmentId annotation, GeneratorCreationContext context) {
        prepare(annotation, context, MappedAttribute.member(context.getMemberDetails()));
    }

    /**
     * Reads the options. Rejects parts of composite ids, because Hibernate 7.4 can't configure the generator of such a
     * part.
     */
    private void prepare(SegmentId annotation, GeneratorCreationContext context, @Nullable Member member) {
        PersistentClass entity = context.getPersistentClass();
        MappedAttribute attribute = MappedAttribute.of(context, annotation, member);
        if (entity == null || entity.getIdentifier() instanceof Component) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "@SegmentId is for an entity's whole @Id, but this attribute is a part of the @Id",
                    "use @SnowflakeId");
        }
        SegmentOptions given = new SegmentOptions(attribute, annotation);
        options = given;
        inStore = given.inStore();
    }

    private SegmentOptions options() {
        return requireNonNull(options);
    }

    @Override
    @SuppressWarnings("removal") // Hibernate 6.6 has only this overload
    public void configure(Type type, Properties parameters, ServiceRegistry services) {
        configure(parameters, () -> super.configure(type, parameters, services));
    }

    @Override
    public void configure(GeneratorCreationContext context, Properties parameters) {
        configure(parameters, () -> super.configure(context, parameters));
    }

    private void configure(Properties parameters, Runnable sequence) {
        SegmentOptions given = options();
        given.addTo(parameters);
        if (!inStore) {
            sequence.run();
        }
        given.attribute().bindLater(() -> bind(given));
        table = new WeakReference<>(given.attribute().column().getValue().getTable());
        options = null;
    }

    private void bind(SegmentOptions options) {
        if (inStore != options.inStore()) {
            throw options.attribute()
                    .invalid(
                            inStore ? "the store" : "the database",
                            "is the source of segments in the settings with which the mapping was read, but not in the"
                                    + " settings of the session factory",
                            "give both the same source, or name the source in @SegmentId");
        }
        bound = inStore
                ? SegmentAttribute.inStore(options)
                : SegmentAttribute.inDatabase(
                        options,
                        getDatabaseStructure(),
                        optimizer(options.attribute()),
                        // This is the increment of the database's sequence if Hibernate is configured to use that
                        // increment.
                        getOptimizer().getIncrementSize());
    }

    private SegmentOptimizer optimizer(MappedAttribute attribute) {
        String optimizer = getOptimizer().getClass().getSimpleName();
        return SegmentOptimizer.of(optimizer)
                .orElseThrow(() -> attribute.invalid(
                        optimizer,
                        "segments need the optimizer pooled or pooled-lo",
                        "set one of the two in @SegmentId"));
    }

    /** Reads numbers as {@code long} for every attribute type, because Hibernate can't read numbers as text. */
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
                options().attribute().database().getTypeConfiguration().getBasicTypeForJavaType(Long.class));
        return super.buildDatabaseStructure(number, parameters, environment, forceTable, name, initial, increment);
    }

    @Override
    public void initialize(SqlStringGenerationContext sql) {
        if (!inStore) {
            super.initialize(sql);
        }
    }

    @Override
    public void registerExportables(Database database) {
        if (inStore) {
            return;
        }
        super.registerExportables(database);
        Table known = table == null ? null : table.get();
        if (known == null) {
            return;
        }
        try {
            Truncation.register(known, () -> bound().reset());
        } catch (NoSuchMethodError e) {
            // Hibernate before 7.2 does not report that it empties tables, so buffered numbers are still issued.
        }
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return currentValue != null && bound().isAssigned(currentValue) ? currentValue : bound().next(session, owner);
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return bound != null && bound.isAssignable();
    }

    @Override
    public Object generate(SharedSessionContractImplementor session, Object owner) {
        return bound().next(session, owner);
    }

    @Override
    public SegmentAttribute bound() {
        return requireNonNull(bound);
    }

    /**
     * Returns true if the segments come from a store: Hibernate then asks for SQL, and this generator throws. If this
     * method returned false, Hibernate would number the rows from 1.
     */
    @Override
    public boolean supportsBulkInsertionIdentifierGeneration() {
        return inStore || super.supportsBulkInsertionIdentifierGeneration();
    }

    /**
     * Throws for an {@code insert ... select} in which SQL would make wrong ids. SQL does not apply offset and step. The SQL
     * of Hibernate 6.6 to 7.1 uses numbers from segments that the statement does not own.
     */
    @Override
    public String determineBulkInsertionIdentifierGenerationSelectFragment(SqlStringGenerationContext sql) {
        if (inStore || isWrongInSql() || bound().offsetAndStep().step() > 1) {
            throw new IdentifierGenerationException(
                    bound().path() + ": SQL would take numbers that other rows can get; in an insert ... select,"
                            + " select the id too, or persist the entities");
        }
        return super.determineBulkInsertionIdentifierGenerationSelectFragment(sql);
    }

    private boolean isWrongInSql() {
        return Version.getVersionString().matches("(6|7\\.[01])\\..*")
                && getOptimizer().getIncrementSize() > 1;
    }

    @Override
    public String toString() {
        return "generator of " + (bound == null ? "an attribute" : bound.path());
    }

    /**
     * A separate class, because some versions of Hibernate lack the methods that it calls. The JVM links them only when this
     * class is used.
     */
    private static final class Truncation {

        static void register(Table table, Runnable reset) {
            table.addResetCommand(sql -> forget(reset));
            table.addResyncCommand((sql, isolator) -> forget(reset));
        }

        private static InitCommand forget(Runnable reset) {
            reset.run();
            return new InitCommand();
        }
    }
}
