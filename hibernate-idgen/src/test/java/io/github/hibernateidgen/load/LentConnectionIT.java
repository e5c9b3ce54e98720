package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.database.TestPgBouncer;
import io.github.hibernateidgen.database.TestPgBouncer.Mode;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Applications that borrow a connection without a server: a proxy borrows it from its pool with the first statement, and PgBouncer
 * lends a server to a transaction, with its first statement. Their requests wait in a queue for longer than a call may take.
 */
class LentConnectionIT {

    private static final Duration NEXT_REQUEST = Duration.ofMillis(2);

    /** How long a request has its server: twelve requests wait for each of the servers. */
    private static final int WAITING = 12;

    @Entity(name = "LentTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "LentNumber")
    static class Numbered {
        @Id
        @SegmentId(sequence = "lent_numbers")
        Long id;
    }

    /** What lends a connection to the application. */
    private enum Lender {
        POOL,
        LAZY_PROXY,
        POOLER,
        POOLER_OF_SESSIONS
    }

    private final RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();

    @BeforeEach
    void create() {
        LoadedApplication.createSchema(database, Ticket.class, Numbered.class);
    }

    @AfterEach
    void drop() {
        LoadedApplication.dropSchema(database, Ticket.class, Numbered.class);
    }

    /** A sixth of the window is 2 s, and the queue takes 3 s. */
    @ParameterizedTest
    @MethodSource
    void rowsGetIdsThroughout(Lender lender) throws Exception {
        load(lender, Ticket.class, 2, Duration.ofMillis(250), Duration.ofSeconds(12), Duration.ofSeconds(20), 1);
    }

    static Stream<Lender> rowsGetIdsThroughout() {
        return Stream.of(Lender.LAZY_PROXY, Lender.POOLER);
    }

    /** The defaults, beside the pool itself in alternating rounds; a queue of 12 s. */
    @LongTest
    @ParameterizedTest
    @MethodSource
    void rowsGetIdsThroughoutAtTheDefaults(Lender lender, Class<?> entity, int servers) throws Exception {
        int rounds = LongTest.NIGHT ? 3 : 1;
        load(
                lender,
                entity,
                servers,
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                Duration.ofSeconds(LongTest.NIGHT ? 300 : 110),
                rounds);
    }

    static Stream<Arguments> rowsGetIdsThroughoutAtTheDefaults() {
        return Stream.of(Ticket.class, Numbered.class)
                .flatMap(entity -> Stream.of(
                        Arguments.of(Lender.LAZY_PROXY, entity, 2),
                        Arguments.of(Lender.POOLER, entity, 2),
                        Arguments.of(Lender.POOLER, entity, 10),
                        Arguments.of(Lender.POOLER_OF_SESSIONS, entity, 2)));
    }

    private void load(
            Lender lender, Class<?> entity, int servers, Duration work, Duration window, Duration length, int rounds)
            throws Exception {
        for (int round = 1; round <= rounds; round++) {
            for (Lender each : LongTest.RUN ? List.of(Lender.POOL, lender) : List.of(lender)) {
                Outcome outcome = run(each, entity, servers, work, window, length);
                System.out.println(each + ", " + entity.getSimpleName() + ", " + servers + " servers, "
                        + length.toSeconds() + " s, round " + round + ": " + outcome);
                if (outcome.otherwise.get() == 0) {
                    // Else the pool has given requests no connection for 30 s, so it may give the renewal none, either.
                    assertThat(outcome.withoutId).as(each + ": " + outcome).hasValue(0);
                }
                assertThat(outcome.rows).as("rows of " + each).hasPositiveValue();
            }
        }
    }

    private static final class Outcome {

        private final AtomicInteger rows = new AtomicInteger();
        private final AtomicInteger withoutId = new AtomicInteger();
        private final AtomicInteger otherwise = new AtomicInteger();
        private final AtomicReference<String> failure = new AtomicReference<>("");

        @Override
        public String toString() {
            return rows + " rows, " + withoutId + " requests without an id, " + otherwise + " failed otherwise "
                    + failure;
        }
    }

    private Outcome run(Lender lender, Class<?> entity, int servers, Duration work, Duration window, Duration length)
            throws Exception {
        Outcome outcome = new Outcome();
        Map<String, Object> settings = Map.of(IdgenSettings.WORKER_WINDOW, window.toSeconds() + "s");
        int threads = WAITING * servers;
        ExecutorService requests = Executors.newFixedThreadPool(threads);
        try (TestPgBouncer pooler = pooler(lender, servers)) {
            HikariDataSource pool = pool(pooler, lender == Lender.POOLER ? threads + 1 : servers);
            try (LoadedApplication application = LoadedApplication.start(
                    pool,
                    lender == Lender.LAZY_PROXY ? new LazyConnectionDataSourceProxy(pool) : pool,
                    settings,
                    entity)) {
                long end = System.nanoTime() + length.toNanos();
                for (int i = 0; i < threads; i++) {
                    requests.execute(() -> request(application, entity, work, end, outcome));
                }
                requests.shutdown();
                assertThat(requests.awaitTermination(length.toSeconds() + 120, TimeUnit.SECONDS))
                        .isTrue();
            }
        } finally {
            requests.shutdownNow();
        }
        return outcome;
    }

    private TestPgBouncer pooler(Lender lender, int servers) throws Exception {
        return switch (lender) {
            case POOL, LAZY_PROXY -> null;
            case POOLER -> TestPgBouncer.startOrSkip(database, Mode.TRANSACTION, servers);
            case POOLER_OF_SESSIONS -> TestPgBouncer.startOrSkip(database, Mode.SESSION, servers);
        };
    }

    private HikariDataSource pool(TestPgBouncer pooler, int size) throws Exception {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(pooler == null ? database.jdbcUrl() : pooler.jdbcUrl());
        if (pooler != null || !database.user().isEmpty()) {
            pool.setUsername(pooler == null ? database.user() : "idgen");
            pool.setPassword(pooler == null ? database.password() : "any");
        }
        pool.setMaximumPoolSize(size);
        // The driver's own statements of a new connection wait in the queue of the pooler, too.
        for (int tries = 0; tries < 600; tries++) {
            try (Connection one = pool.getConnection()) {
                assertThat(one.isValid(5)).isTrue();
                if (pool.getHikariPoolMXBean().getTotalConnections() == size) {
                    break;
                }
            }
            Thread.sleep(50);
        }
        return pool;
    }

    private static void request(
            LoadedApplication application, Class<?> entity, Duration work, long end, Outcome outcome) {
        while (System.nanoTime() < end) {
            try {
                Thread.sleep(NEXT_REQUEST.toMillis());
                application.insertAfterStatement(entity, work);
                outcome.rows.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                (e instanceof IdentifierGenerationException ? outcome.withoutId : outcome.otherwise).incrementAndGet();
                outcome.failure.compareAndSet("", ", first: " + e.getMessage());
            }
        }
    }
}
