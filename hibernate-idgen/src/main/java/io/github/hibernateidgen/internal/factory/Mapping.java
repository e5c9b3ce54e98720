package io.github.hibernateidgen.internal.factory;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bindings of one mapping's generators until Hibernate makes a session factory of the mapping. Hibernate 6.6
 * uses the generators that it made while it read the mapping; Hibernate 7 and later make each a second time, when the
 * engines exist already.
 *
 * <p>Thread-safe.
 */
public final class Mapping {

    private final Supplier<Settings> registrySettings;

    /** Guarded by this. */
    private final List<Runnable> bindings = new ArrayList<>();

    /** Makes the engines; null until Hibernate begins to make the session factory. */
    private volatile @Nullable Runnable opening;

    private volatile @Nullable Engines engines;
    private volatile @Nullable Settings settings;

    Mapping(Supplier<Settings> registrySettings) {
        this.registrySettings = registrySettings;
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

    /** Ends a session factory that could not be made, and keeps nothing of it. */
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

    /** Lets go of the bindings, which hold the whole mapping. Until then Hibernate may try to make the session factory again. */
    synchronized void release() {
        bindings.clear();
        opening = null;
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

    /** Returns the table of worker numbers, if Hibernate's schema tools create and validate it. */
    public Optional<JdbcTable> schemaTable() {
        return settings().worker().schemaTable();
    }
}
