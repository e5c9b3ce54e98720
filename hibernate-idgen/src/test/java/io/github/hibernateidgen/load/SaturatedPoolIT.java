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
 * Applications of 200 threads over a pool of 10, whose transactions hold their connections for 100 ms, 600 ms and 3 s. A thread
 * reads its next request for 2 ms: HikariCP lends connections in order only if a thread that has returned its connection does
 * not at once borrow it again. The last case fails requests whatever makes the ids: 190 requests wait for 57 s, and HikariCP
 * gives up after 30 s. They
 * run for longer than the reservation of a worker number, which is 60 s; for five minutes at night. All run at the same time,
 * since they mostly wait.
 */
@LongTest
class SaturatedPoolIT {

    private static final int THREADS = 200;
    private static final Duration LENGTH = Duration.ofSeconds(LongTest.NIGHT ? 300 : 110);

    /** A window without a row. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** How long before the end of ids the health is no longer UP. */
    private static final Duration NOTICE = Duration.ofSeconds(10);

    private static final Duration NEXT_REQUEST = Duration.ofMillis(2);

    private static final List<Class<?>> ENTITIES = List.of(Ticket.class, Guided.class, Numbered.class);
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
                } else if (withoutConnection > 0) {
                    // The pool has given requests no connection in time, so it may give the renewal none, either.
                    goOn();
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
        for (Class<?> entity : ENTITIES) {
            WORK.forEach(millis -> loads.add(Arguments.of(entity, millis)));
        }
        return loads;
    }

    private static String key(Class<?> entity, int millis) {
        return entity.getSimpleName() + " " + millis + " ms";
    }

    @BeforeAll
    static void run() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        Class<?>[] entities = ENTITIES.toArray(Class<?>[]::new);
        LoadedApplication.createSchema(database, entities);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (Class<?> entity : ENTITIES) {
                for (int millis : WORK) {
                    String name = key(entity, millis);
                    Outcome outcome = new Outcome(LoadedApplication.start(database, name, entity));
                    OUTCOMES.put(name, outcome);
                    for (int thread = 0; thread < THREADS; thread++) {
                        threads.execute(() -> insert(outcome, entity, Duration.ofMillis(millis)));
                    }
                }
            }
            long end = System.nanoTime() + LENGTH.toNanos();
            while (System.nanoTime() < end) {
                OUTCOMES.values().forEach(outcome -> outcome.look(outcome.application.isUp()));
                Thread.sleep(1_000);
            }
            OUTCOMES.values().forEach(Outcome::end);
            OUTCOMES.forEach((name, outcome) -> System.out.println(name + ": " + outcome));
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
            OUTCOMES.values().forEach(outcome -> outcome.application.close());
            LoadedApplication.dropSchema(database, entities);
        }
    }

    private static void insert(Outcome outcome, Class<?> entity, Duration work) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(NEXT_REQUEST.toMillis());
                outcome.application.insert(entity, work);
                outcome.inserted();
            } catch (InterruptedException e) {
                return;
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
    void rowsAreInsertedThroughout(Class<?> entity, int millis) {
        Outcome outcome = OUTCOMES.get(key(entity, millis));
        if (outcome.withoutConnection == 0) {
            assertThat(outcome.withoutId).as(outcome.toString()).isZero();
        }
        assertThat(Duration.ofMillis(outcome.longestPause))
                .as(outcome.toString())
                .isLessThan(LONGEST_PAUSE);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void healthIsNotUpBeforeIdsEnd(Class<?> entity, int millis) {
        Outcome outcome = OUTCOMES.get(key(entity, millis));
        assertThat(outcome.unannounced.stream().limit(3)).as(outcome.toString()).isEmpty();
    }
}
