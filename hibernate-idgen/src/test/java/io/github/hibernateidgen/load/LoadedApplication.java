package io.github.hibernateidgen.load;

import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.PartHealth;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.testing.Hibernate;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.Nullable;

/**
 * A session factory over HikariCP at its defaults, which are 10 connections, or over Hibernate's own pool, whose logins wait
 * without a limit. The sessions of HikariCP's connections on the server have the name of the application.
 */
final class LoadedApplication implements AutoCloseable {

    /** HikariCP's own defaults. */
    static final int CONNECTIONS = 10;

    static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(30);

    private final @Nullable AutoCloseable pool;
    private final SessionFactory factory;

    private LoadedApplication(@Nullable AutoCloseable pool, Map<String, Object> connections, Class<?>... entities) {
        this.pool = pool;
        try {
            factory = Hibernate.on(connections, entities)
                    .with(AvailableSettings.HBM2DDL_AUTO, "none")
                    .start();
        } catch (RuntimeException e) {
            closePool();
            throw e;
        }
    }

    static LoadedApplication start(RunningDatabase database, String name, Class<?>... entities) {
        return start(database, database.jdbcUrl(), name, entities);
    }

    /** Starts an application that reaches the database by another URL, such as that of a forwarder. */
    static LoadedApplication start(RunningDatabase database, String url, String name, Class<?>... entities) {
        return start(database, url, name, CONNECTIONS, entities);
    }

    static LoadedApplication start(
            RunningDatabase database, String url, String name, int connections, Class<?>... entities) {
        HikariDataSource pool = new HikariDataSource();
        pool.setMaximumPoolSize(connections);
        pool.setJdbcUrl(url);
        if (!database.user().isEmpty()) {
            pool.setUsername(database.user());
            pool.setPassword(database.password());
        }
        pool.addDataSourceProperty("ApplicationName", name);
        return new LoadedApplication(pool, Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool), entities);
    }

    /** Starts an application over another data source that takes its connections from the pool, such as a proxy. */
    static LoadedApplication start(
            HikariDataSource pool, DataSource lending, Map<String, Object> settings, Class<?>... entities) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, lending);
        return new LoadedApplication(pool, all, entities);
    }

    /** Starts an application over Agroal, with as many connections as HikariCP. */
    static LoadedApplication startWithAgroal(RunningDatabase database, Class<?>... entities) throws SQLException {
        AgroalDataSource pool = AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(configuration -> configuration
                        .maxSize(CONNECTIONS)
                        .acquisitionTimeout(CONNECTION_TIMEOUT)
                        .connectionFactoryConfiguration(factory -> {
                            factory.jdbcUrl(database.jdbcUrl());
                            if (!database.user().isEmpty()) {
                                factory.principal(new NamePrincipal(database.user()))
                                        .credential(new SimplePassword(database.password()));
                            }
                            return factory;
                        })));
        return new LoadedApplication(pool, Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool), entities);
    }

    /** Starts an application with Tomcat's pool, and a data source of the library's own of two connections. */
    static LoadedApplication startWithTomcat(RunningDatabase database, Class<?>... entities) {
        org.apache.tomcat.jdbc.pool.DataSource pool = tomcat(database, CONNECTIONS);
        org.apache.tomcat.jdbc.pool.DataSource named = tomcat(database, 2);
        return new LoadedApplication(
                () -> {
                    pool.close();
                    named.close();
                },
                Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool, IdgenSettings.JDBC_CONNECTION, named),
                entities);
    }

    private static org.apache.tomcat.jdbc.pool.DataSource tomcat(RunningDatabase database, int connections) {
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
        pool.setUrl(database.jdbcUrl());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setInitialSize(0);
        pool.setMaxActive(connections);
        return pool;
    }

    /** Starts an application with Hibernate's own pool. */
    static LoadedApplication startWithHibernatesPool(RunningDatabase database, String url, Class<?>... entities) {
        Map<String, Object> connections = new HashMap<>(database.persistenceSettings());
        connections.put(AvailableSettings.JAKARTA_JDBC_URL, url);
        return new LoadedApplication(null, connections, entities);
    }

    /** Creates the tables, or creates them again. */
    static void createSchema(RunningDatabase database, Class<?>... entities) {
        Hibernate.on(database.persistenceSettings(), entities)
                .with(AvailableSettings.HBM2DDL_AUTO, "create")
                .start()
                .close();
    }

    static void dropSchema(RunningDatabase database, Class<?>... entities) {
        Hibernate.on(database.persistenceSettings(), entities)
                .with(AvailableSettings.HBM2DDL_AUTO, "create-drop")
                .start()
                .close();
    }

    /** Serves a request: a transaction that works for a while on its connection, and then inserts a row. */
    void insert(Class<?> entity, Duration work) {
        try (Session session = factory.openSession()) {
            session.beginTransaction();
            try {
                Thread.sleep(work.toMillis());
                session.persist(entity.getDeclaredConstructor().newInstance());
                session.getTransaction().commit();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                session.getTransaction().rollback();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            } catch (RuntimeException e) {
                if (session.getTransaction().isActive()) {
                    session.getTransaction().rollback();
                }
                throw e;
            }
        }
    }

    /** Serves a request whose connection has a server for a while, before it inserts a row. Also a proxy has borrowed then. */
    void insertAfterStatement(Class<?> entity, Duration work) {
        factory.inTransaction(session -> {
            session.createNativeQuery("select 1 from pg_sleep(" + work.toMillis() / 1e3 + ")", Integer.class)
                    .getSingleResult();
            try {
                session.persist(entity.getDeclaredConstructor().newInstance());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Takes an id without a session, so without a connection of the caller. */
    Object nextId(Class<?> entity) {
        return Idgen.of(factory).next(entity);
    }

    /** Reads from the database, on a connection of the pool. */
    void read() {
        try (Session session = factory.openSession()) {
            session.createNativeQuery("select 1", Integer.class).getSingleResult();
        }
    }

    /** Returns whether the health is UP. */
    boolean isUp() {
        return Idgen.of(factory).health().stream().allMatch(PartHealth::isUp);
    }

    @Override
    public void close() {
        factory.close();
        closePool();
    }

    private void closePool() {
        if (pool != null) {
            try {
                pool.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
