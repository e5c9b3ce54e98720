package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.TestStandby;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.exception.ConstraintViolationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Two applications, each with more threads than connections, take numbers and insert rows in a PostgreSQL whose synchronous
 * standby is cut off. The primary is killed, the standby is promoted, and the applications go on with the numbers that they have buffered. Every row
 * that was acknowledged must be on the new primary, and no number may be in two acknowledged rows. Numbers that left no
 * acknowledged row may come again, so the primary key rejects some rows; Hibernate's own sequence is counted beside ours. Ten
 * times.
 */
@LongTest
@Timeout(1_200)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a data folder is made with POSIX permissions")
class SegmentStandbyIT {

    private static final int PROMOTIONS = 10;
    private static final int APPLICATIONS = 2;
    private static final int INSERTING = 3;
    private static final int TAKING = 2;
    private static final int CONNECTIONS = 11;
    private static final int LOGGED_AHEAD = 32;

    @Entity(name = "Single")
    static class Single {
        @Id
        @SegmentId(size = 1)
        Long id;
    }

    @Entity(name = "Fifty")
    static class Fifty {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "Stock")
    static class Stock {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @SequenceGenerator(name = "Stock_SEQ", allocationSize = 50)
        Long id;
    }

    /** The rows of one table, and what became of them. */
    private static final class Rows {

        private final Class<?> entity;
        private final Supplier<Object> row;
        private final Set<Long> taken = ConcurrentHashMap.newKeySet();
        private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
        private final AtomicLong takenTwice = new AtomicLong();
        private final AtomicLong acknowledgedTwice = new AtomicLong();
        private final AtomicLong rejected = new AtomicLong();
        private final AtomicLong failed = new AtomicLong();
        private final AtomicLong inserted = new AtomicLong();
        private long lost;

        Rows(Class<?> entity, Supplier<Object> row) {
            this.entity = entity;
            this.row = row;
        }

        /** Takes numbers that get no row, as for a message or a file name. */
        void takeBare(SessionFactory application) {
            try {
                application.inStatelessSession(session -> {
                    session.beginTransaction();
                    for (int i = 0; i < 20; i++) {
                        take(Hibernate.nextIds(application, session, entity, 1)[0]);
                    }
                    session.getTransaction().rollback();
                });
                Thread.sleep(10);
            } catch (RuntimeException | InterruptedException e) {
                // The standby is cut off, or the primary has ended.
            }
        }

        private void take(Long number) {
            if (!taken.add(number)) {
                takenTwice.incrementAndGet();
            }
        }

        /** Inserts a row in a transaction of its own. */
        void insert(SessionFactory application) {
            Object made = row.get();
            try {
                application.inTransaction(session -> {
                    session.persist(made);
                    take(id(made));
                });
            } catch (RuntimeException e) {
                boolean isRejected = e instanceof ConstraintViolationException
                        || e.getCause() instanceof ConstraintViolationException;
                (isRejected ? rejected : failed).incrementAndGet();
                return;
            }
            inserted.incrementAndGet();
            if (!acknowledged.add(id(made))) {
                acknowledgedTwice.incrementAndGet();
            }
        }

        private static Long id(Object row) {
            return row instanceof Single single ? single.id : row instanceof Fifty fifty ? fifty.id : ((Stock) row).id;
        }

        void requireAll(SessionFactory application) {
            Set<Long> missing = new HashSet<>(acknowledged);
            application.inSession(session -> missing.removeAll(
                    new HashSet<>(session.createSelectionQuery("select id from " + entity.getSimpleName(), Long.class)
                            .getResultList())));
            lost = missing.size();
        }

        @Override
        public String toString() {
            return entity.getSimpleName() + ": of " + inserted + " acknowledged rows " + lost + " were lost and "
                    + acknowledgedTwice + " had the number of another; " + rejected
                    + " rows were rejected by the primary key; of " + taken.size() + " numbers " + takenTwice
                    + " were taken twice; " + failed + " rows failed for other reasons";
        }
    }

    private final List<Rows> tables = List.of(
            new Rows(Single.class, Single::new), new Rows(Fifty.class, Fifty::new), new Rows(Stock.class, Stock::new));

    private volatile boolean ended;

    @Test
    void noAcknowledgedRowIsLostOrHasTheNumberOfAnother() throws Exception {
        List<AutoCloseable> resources = new ArrayList<>();
        try (TestStandby pair = TestStandby.startOrSkip("create sequence unused", true)) {
            try {
                List<SessionFactory> applications = new ArrayList<>();
                for (int i = 0; i < APPLICATIONS; i++) {
                    HikariDataSource pool = pool(pair.url());
                    resources.add(0, pool);
                    SessionFactory application = start(pool, i == 0 ? "create" : "none");
                    resources.add(0, application);
                    applications.add(application);
                }
                for (int round = 0; round < PROMOTIONS; round++) {
                    promote(pair, applications);
                }
                tables.forEach(table -> table.requireAll(applications.get(0)));
            } finally {
                for (AutoCloseable resource : resources) {
                    resource.close();
                }
            }
        }
        tables.forEach(table -> System.out.println("SegmentStandbyIT, " + PROMOTIONS + " promotions, " + table));
        for (Rows table : tables) {
            assertThat(table.lost).as(table.toString()).isZero();
            assertThat(table.acknowledgedTwice).as(table.toString()).hasValue(0);
            assertThat(table.rejected.get())
                    .as(table.toString())
                    .isLessThanOrEqualTo((long) PROMOTIONS * APPLICATIONS * 2 * LOGGED_AHEAD * 50);
        }
    }

    private void promote(TestStandby pair, List<SessionFactory> applications) throws Exception {
        pair.replicate();
        ended = false;
        List<Thread> threads = new ArrayList<>();
        for (SessionFactory application : applications) {
            for (Rows table : tables) {
                for (int i = 0; i < INSERTING; i++) {
                    threads.add(repeating(() -> table.insert(application)));
                }
                for (int i = 0; i < TAKING; i++) {
                    threads.add(repeating(() -> table.takeBare(application)));
                }
            }
        }
        awaitInserted(100);
        pair.cutOff();
        Thread.sleep(
                1_500); // Threads that insert wait for the standby; threads that take numbers use the connections that
        // are left.
        pair.killPrimary();
        pair.promote();
        awaitInserted(500);
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private Thread repeating(Runnable work) {
        Thread thread = new Thread(() -> {
            while (!ended) {
                work.run();
            }
        });
        thread.start();
        return thread;
    }

    private void awaitInserted(int more) throws InterruptedException {
        Map<Rows, Long> before = new HashMap<>();
        tables.forEach(table -> before.put(table, table.inserted.get()));
        for (Rows table : tables) {
            while (table.inserted.get() < before.get(table) + more) {
                Thread.sleep(10);
            }
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    private static SessionFactory start(HikariDataSource pool, String schema) {
        return Hibernate.on(
                        Map.of(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool),
                        Single.class,
                        Fifty.class,
                        Stock.class)
                .with(AvailableSettings.HBM2DDL_AUTO, schema)
                .with(IdgenSettings.SEGMENT_TIMEOUT, "3s")
                .start();
    }
}
