package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.database.OwnServices;
import io.github.hibernateidgen.internal.settings.Settings;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;

/**
 * Finds the {@link Mapping} that a generator belongs to, and the {@link Engines} of a session factory. Hibernate keeps one
 * instance for each service registry, from which several mappings can be read and several session factories be made.
 *
 * <p>Thread-safe.
 */
public final class Mappings implements Service {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> settings;
    private final transient Function<String, Class<?>> classes;

    private final transient Map<SessionFactory, Engines> byFactory = Collections.synchronizedMap(new WeakHashMap<>());

    /** Session factories that the Integrator was called for; those without attributes of ours have no engines. */
    private final transient Map<SessionFactory, Boolean> begun = Collections.synchronizedMap(new WeakHashMap<>());

    Mappings(Map<String, Object> settings, Function<String, Class<?>> classes) {
        this.settings = settings;
        this.classes = classes;
    }

    /** Returns the instance of a service registry. */
    public static Mappings in(ServiceRegistry registry) {
        return OwnServices.find(registry, Mappings.class);
    }

    /** Returns the engines of a session factory, and makes them if nothing has needed them yet. */
    public static Engines engines(SessionFactoryImplementor factory) {
        Mappings mappings = in(factory.getServiceRegistry());
        Engines engines = mappings.byFactory.get(factory);
        if (engines != null) {
            return engines;
        }
        if (!mappings.begun.containsKey(factory)) {
            throw new IllegalStateException("the session factory [" + factory.getName()
                    + "] was made without this library's Integrator; leave META-INF/services in the application's jar");
        }
        return mappings.open(factory);
    }

    /** Returns the mapping that Hibernate reads into a {@code Database}, in one thread. */
    public Mapping of(Database database) {
        MappingInDatabase place = MappingInDatabase.of(database);
        Mapping known = place.get();
        if (known == null) {
            known = new Mapping(() -> Settings.read(settings, classes));
            place.set(known);
        }
        return known;
    }

    /** Returns whether a session factory is new: a framework may call an Integrator twice. */
    public boolean begin(SessionFactoryImplementor factory) {
        return begun.put(factory, true) == null;
    }

    /** Returns whether a session factory has settings of this library, which must be checked even if nothing uses them. */
    public static boolean hasSettings(SessionFactoryImplementor factory) {
        for (Map.Entry<String, Object> setting : factory.getProperties().entrySet()) {
            if (setting.getKey().startsWith(IdgenSettings.PREFIX) && setting.getValue() != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Makes the engines of a session factory.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if a setting of the session factory is wrong
     */
    public Engines open(SessionFactoryImplementor factory) {
        Engines made = new Engines(Settings.read(factory.getProperties(), classes), factory);
        Engines first = byFactory.putIfAbsent(factory, made);
        return first == null ? made : first;
    }

    /** Forgets a mapping whose session factory has started: Hibernate makes no second one of it. */
    public void forget(Database database) {
        MappingInDatabase place = MappingInDatabase.of(database);
        Mapping started = place.get();
        place.set(null);
        if (started != null) {
            started.release();
        }
    }
}
