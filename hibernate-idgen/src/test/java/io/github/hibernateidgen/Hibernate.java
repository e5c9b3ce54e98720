package io.github.hibernateidgen;

import io.github.hibernateidgen.config.IdgenSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.config.internal.ConfigurationServiceImpl;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.jspecify.annotations.Nullable;

/** Starts Hibernate for a test, on an H2 of its own or without any database. */
public final class Hibernate {

    private final Map<String, Object> settings = new HashMap<>();
    private final Map<String, Object> atRunTime = new HashMap<>();
    private final List<Integrator> integrators = new ArrayList<>();
    private final Class<?>[] entities;

    private Hibernate(Class<?>... entities) {
        this.entities = entities;
        settings.put(AvailableSettings.STATEMENT_BATCH_SIZE, 50);
        settings.put(AvailableSettings.GENERATE_STATISTICS, true);
    }

    /** On a database in memory that lives as long as the factory. */
    static Hibernate onH2(Class<?>... entities) {
        return new Hibernate(entities)
                .with(AvailableSettings.JAKARTA_JDBC_URL, "jdbc:h2:mem:" + UUID.randomUUID())
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .with(IdgenSettings.WORKER_ID, 5);
    }

    /** On a database that runs already. */
    public static Hibernate on(Map<String, Object> connection, Class<?>... entities) {
        Hibernate hibernate = new Hibernate(entities);
        hibernate.settings.putAll(connection);
        return hibernate;
    }

    /** On a dialect alone, for what is decided at start-up. */
    static Hibernate offline(Class<? extends Dialect> dialect, Class<?>... entities) {
        return new Hibernate(entities)
                .with(AvailableSettings.DIALECT, dialect.getName())
                .with("hibernate.boot.allow_jdbc_metadata_access", false)
                .with(IdgenSettings.WORKER_ID, 5);
    }

    public Hibernate with(String setting, Object value) {
        settings.put(setting, value);
        return this;
    }

    Hibernate without(String setting) {
        settings.remove(setting);
        return this;
    }

    /**
     * A setting that the session factory has and the registry has not, as where a framework reads the mapping while it
     * builds the application; null for one that only the registry has.
     */
    Hibernate atRunTime(String setting, @Nullable Object value) {
        atRunTime.put(setting, value);
        return this;
    }

    public SessionFactory start() {
        return withMetadata(Metadata::buildSessionFactory, false);
    }

    /** With an integrator of the test's own, which Hibernate calls before ours. */
    Hibernate with(Integrator integrator) {
        integrators.add(integrator);
        return this;
    }

    /** The type that Hibernate's schema tools give the column of an attribute. */
    String columnType(Class<?> entity, String attribute) {
        return withMetadata(
                metadata -> metadata.getEntityBinding(entity.getName())
                        .getProperty(attribute)
                        .getColumns()
                        .get(0)
                        .getSqlType(metadata),
                true);
    }

    private <T> T withMetadata(Function<Metadata, T> action, boolean destroy) {
        BootstrapServiceRegistryBuilder bootstrap = new BootstrapServiceRegistryBuilder();
        integrators.forEach(bootstrap::applyIntegrator);
        StandardServiceRegistryBuilder builder =
                new StandardServiceRegistryBuilder(bootstrap.build()).applySettings(settings);
        if (!atRunTime.isEmpty()) {
            Map<String, Object> inForce = new HashMap<>(settings);
            inForce.putAll(atRunTime);
            inForce.values().removeIf(Objects::isNull);
            builder.addInitiator(new FactorySettings(() -> inForce));
        }
        StandardServiceRegistry registry = builder.build();
        boolean done = false;
        try {
            T result = action.apply(
                    new MetadataSources(registry).addAnnotatedClasses(entities).buildMetadata());
            done = !destroy;
            return result;
        } finally {
            if (!done) {
                StandardServiceRegistryBuilder.destroy(registry);
            }
        }
    }

    /** Gives the session factories of a registry other properties than the registry has. */
    record FactorySettings(Supplier<Map<String, Object>> settings)
            implements StandardServiceInitiator<ConfigurationService> {

        @Override
        public Class<ConfigurationService> getServiceInitiated() {
            return ConfigurationService.class;
        }

        @Override
        public ConfigurationService initiateService(
                Map<String, Object> ofRegistry, ServiceRegistryImplementor registry) {
            return new ConfigurationServiceImpl(ofRegistry) {
                private static final long serialVersionUID = 1L;

                @Override
                public Map<String, Object> getSettings() {
                    return settings.get();
                }
            };
        }
    }

    /** A value of an entity's identifier generator, asked for as Hibernate does. */
    public static Object nextId(SessionFactory factory, Class<?> entity) {
        var generator = factory.unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity.getName())
                .getGenerator();
        return ((BeforeExecutionGenerator) generator).generate(null, null, null, EventType.INSERT);
    }

    /** The statements that were sent to the database so far. */
    static long statements(SessionFactory factory) {
        return factory.getStatistics().getPrepareStatementCount();
    }
}
