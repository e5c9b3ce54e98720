package io.github.hibernateidgen.benchmarks.database;

import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.segment.SegmentStore;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.lang.reflect.Constructor;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import org.apache.geronimo.transaction.manager.TransactionManagerImpl;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Transaction;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.jspecify.annotations.Nullable;

/**
 * An application whose requests insert one row each, in a transaction of their own, over a pool at its defaults. It counts
 * ids that are lower than an id that was returned before the call for it began. Thread-safe.
 */
final class Application implements AutoCloseable {

    /** How the application gets connections. */
    enum Pool {
        /** HikariCP at its defaults. */
        HIKARI,
        /** HikariCP without autocommit, from which Hibernate takes a connection at the first statement only. */
        HIKARI_DELAYED,
        /** Agroal in transactions of JTA. */
        AGROAL_JTA
    }

    private final Contender contender;
    private final Database database;
    private final DataSource pool;
    private final boolean isJta;
    private final StandardServiceRegistry registry;
    private final SessionFactory factory;
    private final Constructor<? extends Row> newRow;
    private final AtomicReference<@Nullable Object> highest = new AtomicReference<>();
    private final LongAdder descents = new LongAdder();
    private final AtomicLong highestNumber = new AtomicLong();

    /**
     * Starts an application.
     *
     * @param schema Hibernate's action on the schema: {@code create} or {@code none}
     */
    Application(
            Server server,
            Database database,
            Contender contender,
            Pool kind,
            int connections,
            String schema,
            @Nullable SegmentStore store)
            throws SQLException {
        this.contender = contender;
        this.database = database;
        isJta = kind == Pool.AGROAL_JTA;
        pool = isJta ? agroal(server, connections) : hikari(server, connections, kind == Pool.HIKARI);
        Map<String, Object> settings = new HashMap<>();
        settings.put(AvailableSettings.HBM2DDL_AUTO, schema);
        if (isJta) {
            settings.put(AvailableSettings.JAKARTA_JTA_DATASOURCE, pool);
            settings.put(AvailableSettings.TRANSACTION_COORDINATOR_STRATEGY, "jta");
            settings.put(AvailableSettings.JTA_PLATFORM, Platform.class.getName());
        } else {
            settings.put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        }
        if (kind == Pool.HIKARI_DELAYED) {
            settings.put(AvailableSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, true);
        }
        if (contender == Contender.SEGMENT_REDIS && store != null) {
            settings.put(IdgenSettings.SEGMENT_SOURCE, store);
        }
        registry = new StandardServiceRegistryBuilder().applySettings(settings).build();
        factory = new MetadataSources(registry)
                .addAnnotatedClass(contender.row())
                .buildMetadata()
                .buildSessionFactory();
        try {
            newRow = contender.row().getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DataSource hikari(Server server, int connections, boolean autoCommit) {
        HikariDataSource hikari = new HikariDataSource();
        hikari.setJdbcUrl(server.jdbcUrl());
        hikari.setUsername(server.user());
        hikari.setPassword(server.password());
        hikari.setMaximumPoolSize(connections);
        hikari.setAutoCommit(autoCommit);
        return hikari;
    }

    private static DataSource agroal(Server server, int connections) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(connections)
                        .transactionIntegration(new NarayanaTransactionIntegration(Platform.MANAGER, Platform.MANAGER))
                        .connectionFactoryConfiguration(source -> source.jdbcUrl(server.jdbcUrl())
                                .principal(new NamePrincipal(server.user()))
                                .credential(new SimplePassword(server.password())))));
    }

    /** Serves a request: inserts a row. Throws an exception if the row is not inserted. */
    void serve() throws Exception {
        if (isJta) {
            Platform.MANAGER.begin();
            // The commit flushes the session, so the session is closed after it.
            try (Session session = factory.openSession()) {
                persist(session);
                Platform.MANAGER.commit();
            } finally {
                if (Platform.MANAGER.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    Platform.MANAGER.rollback();
                }
            }
        } else {
            try (Session session = factory.openSession()) {
                Transaction transaction = session.beginTransaction();
                persist(session);
                transaction.commit();
            }
        }
    }

    private void persist(Session session) throws ReflectiveOperationException {
        Row row = newRow.newInstance();
        Object floor = highest.get();
        session.persist(row);
        Object id = session.getIdentifier(row);
        if (floor != null && compare(id, floor) <= 0) {
            descents.increment();
        }
        highest.accumulateAndGet(id, (before, now) -> before == null || compare(now, before) > 0 ? now : before);
        if (id instanceof Long number) {
            highestNumber.accumulateAndGet(number, Math::max);
        }
    }

    private int compare(Object one, Object other) {
        return one instanceof UUID guid
                ? database.order().comparator().compare(guid, (UUID) other)
                : Long.compare((Long) one, (Long) other);
    }

    Contender contender() {
        return contender;
    }

    /** Returns how many ids were not above an id that was returned before. */
    long descents() {
        return descents.sum();
    }

    /** Returns the highest number so far; 0 for GUIDs. */
    long highestNumber() {
        return highestNumber.get();
    }

    @Override
    public void close() throws Exception {
        factory.close();
        StandardServiceRegistryBuilder.destroy(registry);
        ((AutoCloseable) pool).close();
    }

    /** A transaction manager without a log. */
    public static final class Platform extends AbstractJtaPlatform {

        private static final long serialVersionUID = 1L;

        static final TransactionManagerImpl MANAGER;

        static {
            try {
                MANAGER = new TransactionManagerImpl();
            } catch (XAException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        protected TransactionManager locateTransactionManager() {
            return MANAGER;
        }

        @Override
        protected UserTransaction locateUserTransaction() {
            return MANAGER;
        }
    }
}
