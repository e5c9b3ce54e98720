package io.github.hibernateidgen.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.testing.Hibernate;
import io.github.hibernateidgen.testing.StallingDriver;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A session factory that closes while a thread of ours waits for a connection that a driver does not make. */
@Timeout(120)
class CloseWhileConnectingTest {

    /** More than a busy machine makes of the 2 s that a close may take. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Duration FOR_EVER = Duration.ofMinutes(5);

    @Entity(name = "ReservedRow")
    static class Reserved {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SequenceRow")
    static class OfSequence {
        @Id
        @SegmentId(size = 2)
        Long id;
    }

    @Entity(name = "TableRow")
    static class OfTable {
        @Id
        @SegmentId(size = 2, table = true)
        Long id;
    }

    private final StallingDriver.Database database = new StallingDriver.Database();

    @AfterEach
    void letAllGo() throws Exception {
        database.close();
    }

    static Stream<Arguments> stalls() {
        return Stream.of(Arguments.of(Reserved.class, FOR_EVER), Arguments.of(Reserved.class, Duration.ofSeconds(3)));
    }

    private Hibernate onBuiltInPool(Class<?> entity) {
        return Hibernate.on(
                        Map.of(
                                AvailableSettings.JAKARTA_JDBC_URL, database.url(),
                                AvailableSettings.JAKARTA_JDBC_DRIVER, StallingDriver.class.getName()),
                        entity)
                .with(AvailableSettings.HBM2DDL_AUTO, "create")
                .with("hibernate.connection.handling_mode", "DELAYED_ACQUISITION_AND_HOLD")
                .with(IdgenSettings.WORKER_WINDOW, Duration.ofSeconds(1));
    }

    private HikariDataSource hikari() {
        HikariDataSource pool = new HikariDataSource();
        pool.setDriverClassName(StallingDriver.class.getName());
        pool.setJdbcUrl(database.url());
        pool.setMinimumIdle(0);
        return pool;
    }

    /**
     * Has a thread of ours log in: renewals do that by themselves, segments are fetched when an id is asked for.
     *
     * @param evict takes the connections from a pool that it would otherwise lend
     */
    private void stall(SessionFactory factory, Class<?> entity, Duration limit, Runnable evict)
            throws InterruptedException {
        database.stall(limit);
        if (entity != Reserved.class) {
            daemon(() -> {
                while (true) {
                    Idgen.of(factory).next(entity);
                }
            });
        }
        long begin = System.nanoTime();
        while (!database.awaitStalledLogin(Duration.ofMillis(50))) {
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            evict.run();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                // The session factory has closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** A close that hangs is waited for long enough to fail, not for ever. */
    private static Duration timeToClose(SessionFactory factory) throws InterruptedException {
        long begin = System.nanoTime();
        daemon(factory::close).join(15_000);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static void holdConnection(Session session) {
        session.beginTransaction();
        session.createNativeQuery("select 1", Integer.class).getSingleResult();
    }

    @ParameterizedTest
    @MethodSource("stalls")
    void closesInTimeWithTheBuiltInPool(Class<?> entity, Duration stall) throws Exception {
        SessionFactory factory = onBuiltInPool(entity).start();
        Idgen.of(factory).next(entity);
        Session session = factory.openSession();
        holdConnection(session);
        stall(factory, entity, stall, () -> {});

        Duration close = timeToClose(factory);
        System.out.println("Hibernate's pool, " + entity.getSimpleName() + ", a login of " + stall + ": closed in "
                + close.toMillis() + " ms");
        assertThat(close).isLessThan(LONGEST);
    }

    @ParameterizedTest
    @ValueSource(classes = {Reserved.class, OfSequence.class})
    void closesInTimeWithHikari(Class<?> entity) throws Exception {
        try (HikariDataSource pool = hikari()) {
            SessionFactory factory = onBuiltInPool(entity)
                    .without(AvailableSettings.JAKARTA_JDBC_URL)
                    .without(AvailableSettings.JAKARTA_JDBC_DRIVER)
                    .with(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool)
                    .start();
            Idgen.of(factory).next(entity);
            try (Session session = factory.openSession()) {
                holdConnection(session);
                stall(factory, entity, FOR_EVER, pool.getHikariPoolMXBean()::softEvictConnections);

                Duration close = timeToClose(factory);
                System.out.println("HikariCP, " + entity.getSimpleName() + ", a login of " + FOR_EVER + ": closed in "
                        + close.toMillis() + " ms");
                assertThat(close).isLessThan(LONGEST);
            }
            database.release();
        }
    }

    /** Nobody is left to close it but the thread that has made it. */
    @Test
    void aConnectionThatComesAfterTheCloseIsClosed() throws Exception {
        SessionFactory factory = onBuiltInPool(Reserved.class).start();
        Idgen.of(factory).next(Reserved.class);
        stall(factory, Reserved.class, FOR_EVER, () -> {});
        int before = database.made();
        factory.close();

        database.release();
        long begin = System.nanoTime();
        while (database.made() == before || database.open() > 0) {
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("%d made, %d before the close", database.made(), before)
                    .isLessThan(Duration.ofSeconds(20));
            Thread.sleep(5);
        }
    }

    /** A session that holds the last connection of a small pool does not keep a renewal from the database. */
    @Test
    void aBuiltInPoolThatIsUsedUpStopsNoRenewal() throws Exception {
        try (SessionFactory factory = onBuiltInPool(Reserved.class)
                        .with(AvailableSettings.POOL_SIZE, 1)
                        .with(IdgenSettings.WORKER_WINDOW, Duration.ofSeconds(2))
                        .start();
                Session session = factory.openSession()) {
            holdConnection(session);
            for (int i = 0; i < 30; i++) { // For three windows.
                assertThat(Idgen.of(factory).next(Reserved.class)).isNotNull();
                Thread.sleep(200);
            }
        }
    }
}
