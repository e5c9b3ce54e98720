package io.github.hibernateidgen.internal.factory;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.settings.Settings;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
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

    /** Hibernate's {@code Database} identifies a mapping. */
    private final transient Map<Database, Mapping> byDatabase = Collections.synchronizedMap(new WeakHashMap<>());

    private final transient Map<SessionFactory, Engines> byFactory = Collections.synchronizedMap(new WeakHashMap<>());

    Mappings(Map<String, Object> settings) {
        this.settings = settings;
    }

    /** Returns the instance of a service registry. */
    public static Mappings in(ServiceRegistry registry) {
        return requireNonNull(registry.getService(Mappings.class));
    }

    /** Returns the engines of a session factory. */
    public static Engines engines(SessionFactoryImplementor factory) {
        Engines engines = in(factory.getServiceRegistry()).byFactory.get(factory);
        if (engines == null) {
            throw new IllegalStateException("the session factory [" + factory.getName()
                    + "] was made without this library's Integrator; leave META-INF/services in the application's jar");
        }
        return engines;
    }

    /** Returns the mapping that Hibernate reads into a {@code Database}. */
    public synchronized Mapping of(Database database) {
        Mapping known = byDatabase.get(database);
        if (known == null) {
            known = new Mapping(settings);
            byDatabase.put(database, known);
        }
        return known;
    }

    /** Whether the engines of a session factory were made: a framework may call an Integrator twice. */
    public boolean isOpen(SessionFactoryImplementor factory) {
        return byFactory.containsKey(factory);
    }

    /**
     * Makes the engines of a session factory that Hibernate is about to make.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if a setting of the session factory is wrong
     */
    public Engines open(SessionFactoryImplementor factory) {
        Engines engines = new Engines(Settings.read(factory.getProperties()), factory);
        byFactory.put(factory, engines);
        return engines;
    }

    /** Forgets a mapping whose session factory has started: Hibernate makes no second one of it. */
    public void forget(Database database) {
        Mapping started = byDatabase.remove(database);
        if (started != null) {
            started.release();
        }
    }
}
