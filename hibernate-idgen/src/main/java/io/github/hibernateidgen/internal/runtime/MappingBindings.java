package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.model.relational.AuxiliaryDatabaseObject;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.boot.model.relational.SimpleAuxiliaryDatabaseObject;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Lives as long as Hibernate's {@code Database}, the mapping of entities, and collects the bindings of its generators until a
 * session factory is made from it. This object then makes, starts and closes the {@link Engines} of the session factory.
 *
 * <p>Hibernate makes a generator of each id while it reads the mapping, before the engines exist. Hibernate 6.6 keeps this
 * generator. Hibernate 7 and later make a second generator of the id together with the session factory. All versions make
 * the generators of other attributes with the session factory. A generator made with the session factory is bound at once.
 *
 * <p>Hibernate's {@code Database} object refers to this object, so both are garbage-collected together. Hibernate's schema
 * tools see this object as a database object that applies to no dialect and has no SQL. An open session factory refers to
 * this object, too, as its observer.
 *
 * <p>Thread-safe.
 */
final class MappingBindings extends SimpleAuxiliaryDatabaseObject implements SessionFactoryObserver {

    private static final long serialVersionUID = 1L;

    private static final String[] NO_SQL = {};

    private final transient RegistryEngines all;

    /** Guarded by this. */
    private final transient List<Runnable> bindings = new ArrayList<>();

    /** The start of the session factory that Hibernate is making; null before and after. */
    private transient volatile @Nullable Start start;

    private transient volatile @Nullable Engines engines;
    private transient volatile @Nullable Settings settings;
    private transient volatile boolean isReleased;

    private MappingBindings(RegistryEngines all) {
        super(Set.of("none"), null, null, NO_SQL, NO_SQL);
        this.all = all;
    }

    /**
     * Returns the mapping of a {@code Database}. Makes a new mapping if there is none, or if its session factory has been
     * made. Hibernate reads a mapping in a single thread, so no lock is needed.
     */
    static MappingBindings of(ServiceRegistry registry, Database database) {
        for (AuxiliaryDatabaseObject object : database.getAuxiliaryDatabaseObjects()) {
            if (object instanceof MappingBindings known && !known.isReleased) {
                return known;
            }
        }
        MappingBindings made = new MappingBindings(OwnServices.find(registry, RegistryEngines.class));
        database.addAuxiliaryDatabaseObject(made);
        return made;
    }

    /**
     * Binds a generator at once if the engines exist, and otherwise when the engines are made. If Hibernate has begun to make
     * the session factory and there are no engines yet, this call makes them.
     *
     * @param binding binds the generator, with objects from {@link #engines()}
     */
    void bind(Runnable binding) {
        Engines known = addUnlessBound(binding);
        Start begun = start;
        if (known != null) {
            known.bind(binding);
        } else if (begun != null) {
            makeEngines(begun);
        }
    }

    private synchronized @Nullable Engines addUnlessBound(Runnable binding) {
        if (engines == null) {
            bindings.add(binding);
        }
        return engines;
    }

    /**
     * Begins to start a session factory that Hibernate has begun to make from this mapping, and makes its engines if they are
     * needed already. A framework may call an Integrator twice for the same session factory. The second call is
     * ignored.
     *
     * @param checks lists the checks of the start
     */
    void start(SessionFactoryImplementor factory, Metadata complete, Supplier<List<Start.Check>> checks) {
        if (isStarting(factory)) {
            return;
        }
        Start begun = new Start(factory, complete, checks);
        start = begun;
        // Hibernate calls observers in the order in which they are added. Its own observer, which comes first, runs the
        // schema tools.
        factory.addObserver(this);
        if (needsEngines() || hasSettings(factory)) {
            makeEngines(begun);
        }
    }

    private boolean isStarting(SessionFactory factory) {
        Start begun = start;
        return begun != null && begun.factory() == factory;
    }

    private synchronized boolean needsEngines() {
        engines = null;
        return !bindings.isEmpty();
    }

    /** Returns whether settings of this library are given. They must be checked even if no attribute uses them. */
    private static boolean hasSettings(SessionFactoryImplementor factory) {
        return factory.getProperties().entrySet().stream()
                .anyMatch(setting -> setting.getKey().startsWith(IdgenSettings.PREFIX)
                        && !setting.getKey().equals(Remedies.NAMES)
                        && setting.getValue() != null);
    }

    /** Makes the engines, binds the generators that Hibernate has made so far, and runs the first checks. */
    private void makeEngines(Start begun) {
        Engines made = all.make(begun.factory());
        begun.begin(made);
        List<Runnable> known;
        synchronized (this) {
            engines = made;
            known = List.copyOf(bindings);
        }
        known.forEach(made::bind);
        UpsertCheck.register(begun.factory());
        made.open();
        begun.checkBeforeValidation();
    }

    /** Adds a bound attribute to the engines, and to the start if the session factory is starting. */
    void add(MappedAttribute attribute, BoundAttribute bound, @Nullable ColumnNeed need) {
        engines().attributes().add(attribute.key(), bound);
        Start begun = start;
        if (begun != null) {
            begun.add(attribute, need);
        }
    }

    /** Starts the engines. For another session factory of the same {@code Database}, {@link #of} makes a new object. */
    @Override
    public void sessionFactoryCreated(SessionFactory created) {
        Start begun = start;
        boolean isMade = false;
        try {
            if (begun != null && engines != null) {
                begun.finish();
            }
            isMade = true;
        } finally {
            dropMapping(isMade);
        }
    }

    /**
     * Closes the engines. Hibernate also calls this method for a session factory that could not be made, and may then try
     * again.
     */
    @Override
    public void sessionFactoryClosing(SessionFactory closing) {
        if (isStarting(closing)) {
            dropMapping(false);
        }
        Engines ended = all.known(closing); // The field may already refer to the engines of a later start.
        if (ended != null) {
            ended.close();
        }
    }

    /**
     * Drops every reference to the whole mapping, which uses much memory. After a start that failed, the bindings stay for
     * the next one.
     */
    private synchronized void dropMapping(boolean isMade) {
        start = null;
        if (isMade) {
            bindings.clear();
            isReleased = true;
        }
    }

    /**
     * Returns the engines of the session factory that Hibernate makes from this mapping. Only bindings may call this method.
     */
    Engines engines() {
        return requireNonNull(engines, "Hibernate has not begun to make the session factory");
    }

    /**
     * Returns the session factory's settings if its engines exist, and otherwise the service registry's settings, which the
     * session factory may override.
     */
    Settings settings() {
        Engines made = engines;
        Settings known = made == null ? settings : made.settings();
        if (known == null) {
            known = all.settings();
            settings = known;
        }
        return known;
    }
}
