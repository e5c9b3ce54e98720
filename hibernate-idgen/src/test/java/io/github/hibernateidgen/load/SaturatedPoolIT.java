package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Applications of 200 threads over a pool of 10, whose transactions hold their connections for 100 ms, 600 ms and 3 s. The
 * threads do not pause, so a thread that has returned its connection borrows it again before the threads that wait. With 3 s,
 * requests fail whatever makes the ids: 190 requests wait for 57 s, and the pool gives up after 30 s. They run for longer than
 * the reservation of a worker number, which is 60 s; for five minutes at night. All with transactions of one length run at the
 * same time, since they mostly wait.
 */
@LongTest
class SaturatedPoolIT {

    private static final int THREADS = 200;
    private static final Duration LENGTH = Duration.ofSeconds(LongTest.NIGHT ? 300 : 110);

    /** A window without a row. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** How long before the end of ids the health is no longer UP. */
    private static final Duration NOTICE = Duration.ofSeconds(10);

    private static final List<Class<?>> ENTITIES =
            List.of(Ticket.class, Guided.class, Numbered.class, TableNumbered.class);

    /** The kinds whose ids need the database while rows are inserted. */
    private static final List<Class<?>> COMPARED = List.of(Ticket.class, Guided.class, TableNumbered.class);

    private enum Pool {
        HIKARI,
        AGROAL,
        /** Tomcat's, with a data source that the settings name. */
        TOMCAT,
        /** HikariCP with 4 connections, and virtual threads where the JDK has them. */
        SMALL
    }

    private static final List<Integer> WORK = List.of(100, 600, 3_000);
    private static final Map<String, Outcome> OUTCOMES = new LinkedHashMap<>();

    @Entity(name = "SaturatedTicket")
    static class Ticket {
        @Id
        @SnowflakeId
        Long id;
    }

    @Entity(name = "SaturatedGuided")
    static class Guided {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "SaturatedNumbered")
    static class Numbered {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "SaturatedTableNumbered")
    static class TableNumbered {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    /** All that happened to an application, in milliseconds since its start. */
    private static final class Outcome {

        private final LoadedApplication application;
        private final long start = System.nanoTime();
        private final NavigableMap<Long, Boolean> health = new TreeMap<>();
        private long rows;
        private long lastRow;
        private long longestPause;
        private long pauseBegan;
        private long withoutConnection;
        private long withoutId;
        private long firstWithoutId = -1;
        private final List<String> unannounced = new ArrayList<>();
        private String failure = "";
        private boolean hasEnded;

        Outcome(LoadedApplication application) {
            this.application = application;
        }

        private long now() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        }

        synchronized void inserted() {
            if (!hasEnded) {
                rows++;
                goOn();
            }
        }

        private void goOn() {
            long now = now();
            if (now - lastRow > longestPause) {
                longestPause = now - lastRow;
                pauseBegan = lastRow;
            }
            lastRow = now;
        }

        synchronized void failed(RuntimeException e) {
            if (hasEnded) {
                return;
            }
            if (e instanceof IdentifierGenerationException) {
                long now = now();
                withoutId++;
                failure = String.valueOf(e.getMessage());
                if (firstWithoutId < 0) {
                    firstWithoutId = now;
                }
                Map.Entry<Long, Boolean> before = health.floorEntry(now - NOTICE.toMillis());
                if (before == null || before.getValue()) {
                    unannounced.add("%.1f s: %s".formatted(now / 1e3, failure));
                }
            } else {
                withoutConnection++;
            }
        }

        synchronized void look(boolean isUp) {
            health.put(now(), isUp);
        }

        synchronized void end() {
            goOn();
            hasEnded = true;
        }

        synchronized boolean hasEnded() {
            return hasEnded;
        }

        @Override
        public synchronized String toString() {
            return "%d rows, longest pause %.1f s after %.1f s, %d requests without a connection, %d without an id%s"
                    .formatted(
                            rows,
                            longestPause / 1e3,
                            pauseBegan / 1e3,
                            withoutConnection,
                            withoutId,
                            withoutId == 0
                                    ? ""
                                    : " (first after %.1f s, %d while the health was UP 10 s before; last: %s)"
                                            .formatted(firstWithoutId / 1e3, unannounced.size(), failure));
        }
    }

    static List<Arguments> loads() {
        List<Arguments> loads = new ArrayList<>();
        WORK.forEach(millis -> ENTITIES.forEach(entity -> loads.add(Arguments.of(Pool.HIKARI, entity, millis))));
        COMPARED.forEach(entity -> loads.add(Arguments.of(Pool.AGROAL, entity, 600)));
        COMPARED.forEach(entity -> loads.add(Arguments.of(Pool.TOMCAT, entity, 600)));
        COMPARED.forEach(entity -> loads.add(Arguments.of(Pool.SMALL, entity, 100)));
        return loads;
    }

    private static String key(Pool pool, Class<?> entity, int millis) {
        return pool + " " + entity.getSimpleName() + " " + millis + " ms";
    }

    @BeforeAll
    static void run() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Class<?>[] entities = ENTITIES.toArray(Class<?>[]::new);
        LoadedApplication.createSchema(database, entities);
        try {
            for (int millis : WORK) {
                run(database, millis);
            }
        } finally {
            LoadedApplication.dropSchema(database, entities);
        }
    }

    private static void run(RunningDatabase database, int millis) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        try {
            for (Arguments load : loads()) {
                if (!load.get()[2].equals(millis)) {
                    continue;
                }
                Pool pool = (Pool) load.get()[0];
                Class<?> entity = (Class<?>) load.get()[1];
                String name = key(pool, entity, millis);
                Outcome outcome = new Outcome(start(database, pool, name, entity));
                outcomes.put(name, outcome);
                ExecutorService requests = pool == Pool.SMALL ? virtual(threads) : threads;
                for (int thread = 0; thread < THREADS; thread++) {
                    requests.execute(() -> insert(outcome, entity, Duration.ofMillis(millis)));
                }
            }
            long end = System.nanoTime() + LENGTH.toNanos();
            while (System.nanoTime() < end) {
                outcomes.values().forEach(outcome -> outcome.look(outcome.application.isUp()));
                Thread.sleep(1_000);
            }
            outcomes.values().forEach(Outcome::end);
            outcomes.forEach((name, outcome) -> System.out.println(name + ": " + outcome));
            OUTCOMES.putAll(outcomes);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
            outcomes.values().forEach(outcome -> outcome.application.close());
        }
    }

    private static LoadedApplication start(RunningDatabase database, Pool pool, String name, Class<?> entity)
            throws SQLException {
        return switch (pool) {
            case HIKARI -> LoadedApplication.start(database, name, entity);
            case AGROAL -> LoadedApplication.startWithAgroal(database, entity);
            case TOMCAT -> LoadedApplication.startWithTomcat(database, entity);
            case SMALL -> LoadedApplication.start(database, database.jdbcUrl(), name, 4, entity);
        };
    }

    private static ExecutorService virtual(ExecutorService other) {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            return other; // Before JDK 21.
        }
    }

    private static void insert(Outcome outcome, Class<?> entity, Duration work) {
        while (!Thread.currentThread().isInterrupted() && !outcome.hasEnded()) {
            try {
                outcome.application.insert(entity, work);
                outcome.inserted();
            } catch (RuntimeException e) {
                outcome.failed(e);
            }
        }
    }

    @AfterAll
    static void forget() {
        OUTCOMES.clear();
    }

    @ParameterizedTest
    @MethodSource("loads")
    void rowsAreInsertedThroughout(Pool pool, Class<?> entity, int millis) {
        Outcome outcome = OUTCOMES.get(key(pool, entity, millis));
        assertThat(outcome.withoutId).as(outcome.toString()).isZero();
        assertThat(Duration.ofMillis(outcome.longestPause))
                .as(outcome.toString())
                .isLessThan(LONGEST_PAUSE);
    }

    /** GUIDs need no database. */
    @ParameterizedTest
    @MethodSource("loads")
    void rowsAreAsManyAsWithGuids(Pool pool, Class<?> entity, int millis) {
        Outcome outcome = OUTCOMES.get(key(pool, entity, millis));
        long guids = OUTCOMES.get(key(pool, Guided.class, millis)).rows;
        assertThat(outcome.rows).as("%s; with GUIDs %d", outcome, guids).isGreaterThanOrEqualTo((long)
                (guids * (entity == TableNumbered.class ? 0.9 : 0.95)));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void healthIsNotUpBeforeIdsEnd(Pool pool, Class<?> entity, int millis) {
        Outcome outcome = OUTCOMES.get(key(pool, entity, millis));
        assertThat(outcome.unannounced.stream().limit(3)).as(outcome.toString()).isEmpty();
    }
}
