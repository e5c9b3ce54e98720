package io.github.hibernateidgen.internal.runtime;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.settings.Settings;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.Service;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Lives as long as a service registry, and finds the {@link Engines} of each of its session factories. Several mappings can be
 * read and several session factories can be made from one registry.
 *
 * <p>Thread-safe.
 */
final class RegistryEngines implements Service {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> settings;
    private final transient Function<String, Class<?>> classes;
    private final transient Function<Engines, List<Part>> kinds;

    private final transient Map<SessionFactory, Engines> byFactory = Collections.synchronizedMap(new WeakHashMap<>());

    private RegistryEngines(
            Map<String, Object> settings, Function<String, Class<?>> classes, Function<Engines, List<Part>> kinds) {
        this.settings = settings;
        this.classes = classes;
        this.kinds = kinds;
    }

    /**
     * Makes the instance of a service registry, when Hibernate first asks for it.
     *
     * @param kinds makes the parts of a session factory, in the order in which they start and end
     */
    record Initiator(Function<Engines, List<Part>> kinds) implements StandardServiceInitiator<RegistryEngines> {

        @Override
        public Class<RegistryEngines> getServiceInitiated() {
            return RegistryEngines.class;
        }

        @Override
        public RegistryEngines initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new RegistryEngines(
                    settings,
                    name -> requireNonNull(registry.getService(ClassLoaderService.class))
                            .classForName(name),
                    kinds);
        }
    }

    /** Reads the settings of the service registry, which a session factory may override. */
    Settings settings() {
        return Settings.read(settings, classes);
    }

    /** Returns the engines of a session factory; null if they were not made. */
    @Nullable
    Engines known(SessionFactory factory) {
        return byFactory.get(factory);
    }

    /**
     * Makes the engines of a session factory, or returns them if they exist.
     *
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if a setting of the session factory is wrong
     */
    Engines make(SessionFactoryImplementor factory) {
        Engines made = new Engines(Settings.read(factory.getProperties(), classes), factory, kinds);
        Engines first = byFactory.putIfAbsent(factory, made);
        return first == null ? made : first;
    }
}
