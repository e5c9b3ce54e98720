package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.NeededColumns;
import io.github.hibernateidgen.internal.columns.NeededColumns.Needed;
import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.settings.Setting;
import io.github.hibernateidgen.internal.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The start of one session factory: the whole mapping, the attributes that are bound to it, and the checks that compare them
 * with each other and with the database. {@link MappingBindings} drops this object when the session factory has been made, or
 * could not be made.
 *
 * <p>Only the thread that makes the session factory uses this object.
 */
public final class Start {

    private static final List<String> SCHEMA_ACTIONS = List.of(
            "hibernate.hbm2ddl.auto",
            "jakarta.persistence.schema-generation.database.action",
            "javax.persistence.schema-generation.database.action");

    private final SessionFactoryImplementor factory;
    private final Metadata metadata;
    private final Supplier<List<Check>> checks;
    private final NeededColumns columns = new NeededColumns();

    /** The attributes by their keys. Hibernate 7 and later bind each attribute twice. The last binding counts. */
    private final Map<String, MappedAttribute> attributes = new LinkedHashMap<>();

    /** The requirements on the columns of attributes, by the same keys. */
    private final Map<String, Needed> needs = new LinkedHashMap<>();

    private @Nullable Engines engines;

    /** When a check runs. */
    public enum Phase {
        /** Before the schema tools validate the tables. Without a validation, these checks do not run. */
        BEFORE_VALIDATION,

        /** When the session factory and its tables exist, before a worker number is claimed. */
        BEFORE_CLAIM,

        /** When the engines have started, and a worker number has been claimed. */
        AFTER_CLAIM
    }

    /**
     * A check of the start.
     *
     * @param name names the check in the list of all checks
     * @param asksDatabase whether the check is skipped if Hibernate starts without its database
     * @param rule throws an exception to make startup fail, or logs a warning
     */
    public record Check(String name, Phase phase, boolean asksDatabase, Consumer<Start> rule) {}

    /**
     * Begins a start.
     *
     * @param checks lists the checks; within a phase, they run in the order of the list
     */
    Start(SessionFactoryImplementor factory, Metadata metadata, Supplier<List<Check>> checks) {
        this.factory = factory;
        this.metadata = metadata;
        this.checks = checks;
    }

    /** Returns the check of the sealed texts, which may be of any kind. */
    public static Check sealedTexts() {
        return new Check("sealed-texts", Phase.BEFORE_CLAIM, false, SealedAttributes::require);
    }

    /** Returns the check of all columns. It checks each column once, also if it runs in two phases. */
    public static Check columns(Phase phase) {
        return new Check("columns", phase, true, Start::checkColumns);
    }

    public SessionFactoryImplementor factory() {
        return factory;
    }

    /** Returns the engines, which exist whenever attributes are bound or checks run. */
    public Engines engines() {
        return requireNonNull(engines);
    }

    /** Sets the engines, before the first attribute is bound. */
    void begin(Engines made) {
        engines = made;
    }

    public HibernateDatabase database() {
        return engines().database();
    }

    public Settings settings() {
        return engines().settings();
    }

    /** Returns the name of a setting in the user's framework. */
    public String named(String setting) {
        return settings().remedies().named(setting);
    }

    /** Returns whether each tenant may have a database or a schema. */
    public boolean hasTenants() {
        return factory.getSessionFactoryOptions().isMultiTenancyEnabled();
    }

    /** Adds an attribute, or replaces its earlier binding. */
    void add(MappedAttribute attribute, @Nullable ColumnNeed need) {
        attributes.put(attribute.key(), attribute);
        if (need != null) {
            needs.put(attribute.key(), Needed.of(attribute.path(), attribute.column(), need));
        }
    }

    /** Calls an action for each attribute of a kind, in the order in which Hibernate made their generators. */
    public <A extends BoundAttribute> void forEach(Class<A> kind, BiConsumer<A, MappedAttribute> action) {
        attributes.forEach((key, mapped) -> {
            BoundAttribute bound = engines().attributes().get(key);
            if (kind.isInstance(bound)) {
                action.accept(kind.cast(bound), mapped);
            }
        });
    }

    /**
     * Runs the checks that are possible before the schema tools validate the tables. The validation would report a missing
     * table of worker numbers as well, but would not explain the purpose of the table and how to create it. It would also
     * report the first column of another type, but not the others, and not the statements that change them.
     */
    void checkBeforeValidation() {
        for (String action : SCHEMA_ACTIONS) {
            if ("validate"
                    .equalsIgnoreCase(String.valueOf(factory.getProperties().get(action)))) {
                check(Phase.BEFORE_VALIDATION);
                return;
            }
        }
    }

    /** Runs the other checks, and starts the engines between them. The session factory and its tables exist. */
    void finish() {
        check(Phase.BEFORE_CLAIM);
        engines().start();
        check(Phase.AFTER_CLAIM);
    }

    private void check(Phase phase) {
        boolean isOffline = settings().isOffline();
        for (Check check : checks.get()) {
            if (check.phase() == phase && !(isOffline && check.asksDatabase())) {
                engines().explained(() -> check.rule().accept(this));
            }
        }
    }

    private void checkColumns() {
        columns.check(settings().text(Setting.COLUMN_CHECK), neededColumns(), metadata, factory, database());
    }

    /** Returns the columns with requirements. */
    List<Needed> neededColumns() {
        return List.copyOf(needs.values());
    }
}
