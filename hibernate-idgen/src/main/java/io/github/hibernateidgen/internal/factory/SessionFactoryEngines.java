package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.database.OwnServices;
import io.github.hibernateidgen.internal.settings.Settings;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.relational.Database;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;

/**
 * Finds the {@link Engines} of a session factory, and the {@link Mapping} that a generator belongs to. Hibernate keeps one
 * instance for each service registry, from which several mappings can be read and several session factories be made.
 *
 * <p>Thread-safe.
 */
public final class SessionFactoryEngines implements Service {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> settings;
    private final transient Function<String, Class<?>> classes;

    private final transient Map<SessionFactory, Engines> byFactory = Collections.synchronizedMap(new WeakHashMap<>());

    /** Session factories that the Integrator was called for; those without attributes of ours have no engines. */
    private final transient Set<SessionFactory> integrated =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    SessionFactoryEngines(Map<String, Object> settings, Function<String, Class<?>> classes) {
        this.settings = settings;
        this.classes = classes;
    }

    /** Returns the instance of a service registry. */
    public static SessionFactoryEngines in(ServiceRegistry registry) {
        return OwnServices.find(registry, SessionFactoryEngines.class);
    }

    /** Returns the engines of a session factory, and makes them if nothing has needed them yet. */
    public static Engines of(SessionFactoryImplementor factory) {
        SessionFactoryEngines all = in(factory.getServiceRegistry());
        Engines engines = all.byFactory.get(factory);
        if (engines != null) {
            return engines;
        }
        if (!all.integrated.contains(factory)) {
            throw new IllegalStateException("the session factory [" + factory.getName()
                    + "] was made without this library's Integrator; leave META-INF/services in the application's jar");
        }
        return all.make(factory);
    }

    /** Returns the mapping that Hibernate reads into a {@code Database}. */
    public Mapping mapping(Database database) {
        return Mapping.of(database, () -> Settings.read(settings, classes));
    }

    /** Adds a session factory, and returns whether it is new: a framework may call an Integrator twice. */
    public boolean add(SessionFactoryImplementor factory) {
        return integrated.add(factory);
    }

    /** Returns whether a session factory has settings of this library, which must be checked even if nothing uses them. */
    public static boolean hasSettings(SessionFactoryImplementor factory) {
        return factory.getProperties().entrySet().stream()
                .anyMatch(setting -> setting.getKey().startsWith(IdgenSettings.PREFIX) && setting.getValue() != null);
    }

    /**
     * Makes the engines of a session factory.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if a setting of the session factory is wrong
     */
    public Engines make(SessionFactoryImplementor factory) {
        Engines made = new Engines(Settings.read(factory.getProperties(), classes), factory);
        Engines first = byFactory.putIfAbsent(factory, made);
        return first == null ? made : first;
    }
}
