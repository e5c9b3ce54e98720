package io.github.hibernateidgen.internal.factory;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.hibernate.boot.model.relational.AuxiliaryDatabaseObject;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bindings of one mapping's generators until Hibernate makes a session factory of the mapping. Hibernate 6.6
 * uses the generators that it made while it read the mapping; Hibernate 7 and later make each a second time, when the
 * engines exist already.
 *
 * <p>It is kept in the {@code Database} that identifies the mapping, so that both are forgotten together. Hibernate's schema
 * tools see an object that applies to no dialect and has no SQL.
 *
 * <p>Thread-safe.
 */
public final class Mapping implements AuxiliaryDatabaseObject {

    private static final long serialVersionUID = 1L;

    private static final String[] NO_SQL = {};

    private final transient Supplier<Settings> registrySettings;

    /** Guarded by this. */
    private final transient List<Runnable> bindings = new ArrayList<>();

    /** Makes the engines; null until Hibernate begins to make the session factory. */
    private transient volatile @Nullable Runnable opening;

    private transient volatile @Nullable Engines engines;
    private transient volatile @Nullable Settings settings;
    private transient volatile boolean isReleased;

    private Mapping(Supplier<Settings> registrySettings) {
        this.registrySettings = registrySettings;
    }

    /** Returns the mapping of a {@code Database}, which Hibernate reads in one thread. */
    static Mapping of(Database database, Supplier<Settings> registrySettings) {
        for (AuxiliaryDatabaseObject object : database.getAuxiliaryDatabaseObjects()) {
            if (object instanceof Mapping known && !known.isReleased) {
                return known;
            }
        }
        Mapping made = new Mapping(registrySettings);
        database.addAuxiliaryDatabaseObject(made);
        return made;
    }

    /**
     * Binds a generator: when the engines are made, or now if they exist. If Hibernate has begun to make the session factory,
     * the first generator has the engines made.
     *
     * @param binding asks {@link #engines()} for what the generator needs
     */
    public void bind(Runnable binding) {
        Engines known = addUnlessBound(binding);
        Runnable makesEngines = opening;
        if (known != null) {
            known.bind(binding);
        } else if (makesEngines != null) {
            makesEngines.run();
        }
    }

    private synchronized @Nullable Engines addUnlessBound(Runnable binding) {
        if (engines == null) {
            bindings.add(binding);
        }
        return engines;
    }

    /**
     * Begins a session factory of this mapping.
     *
     * @param makesEngines makes its engines, and calls {@link #bindAll}
     * @return whether a generator needs the engines already
     */
    public synchronized boolean begin(Runnable makesEngines) {
        engines = null;
        opening = makesEngines;
        return !bindings.isEmpty();
    }

    /** Ends a session factory that could not be made. Hibernate may try to make it again. */
    public void end() {
        opening = null;
    }

    /** Binds all generators that Hibernate has made so far to the engines of a session factory. */
    public void bindAll(Engines made) {
        for (Runnable binding : known(made)) {
            made.bind(binding);
        }
    }

    private synchronized List<Runnable> known(Engines made) {
        engines = made;
        return List.copyOf(bindings);
    }

    /**
     * Removes the bindings, which refer to the whole mapping: its session factory has started. Another one of the same
     * mapping has an instance of its own.
     */
    public synchronized void release() {
        bindings.clear();
        opening = null;
        isReleased = true;
    }

    /** Returns the engines of the session factory that Hibernate makes of this mapping; only bindings may ask for them. */
    public Engines engines() {
        return requireNonNull(engines, "Hibernate has not begun to make the session factory");
    }

    /**
     * Returns the settings that are known so far: those of the session factory, or those of the service registry, which
     * the session factory may override.
     */
    public Settings settings() {
        Engines made = engines;
        Settings known = made == null ? settings : made.settings();
        if (known == null) {
            known = registrySettings.get();
            settings = known;
        }
        return known;
    }

    @Override
    public boolean appliesToDialect(Dialect dialect) {
        return false;
    }

    @Override
    public boolean beforeTablesOnCreation() {
        return false;
    }

    @Override
    public String[] sqlCreateStrings(SqlStringGenerationContext context) {
        return NO_SQL;
    }

    @Override
    public String[] sqlDropStrings(SqlStringGenerationContext context) {
        return NO_SQL;
    }

    @Override
    public String getExportIdentifier() {
        return "hibernate-idgen mapping";
    }
}
