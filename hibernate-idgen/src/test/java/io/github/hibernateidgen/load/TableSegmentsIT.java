package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * 200 threads over HikariCP's 10 connections insert one row a transaction, as fast as they can. Callers hold all connections
 * while they wait for numbers of a table. Rounds with numbers and with GUIDs alternate.
 */
@LongTest
class TableSegmentsIT {

    private static final int THREADS = 200;
    private static final int ROUNDS = LongTest.NIGHT ? 9 : 5;
    private static final Duration ROUND = Duration.ofSeconds(LongTest.NIGHT ? 10 : 4);

    @Entity(name = "TableSegmentsGuided")
    static class Guided {
        @Id
        @CombGuid
        UUID id;
    }

    @Entity(name = "TableSegmentsNumbered")
    static class Numbered {
        @Id
        @SegmentId(table = true)
        Long id;
    }

    private record Round(int rows, int failed) {}

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsAreAsManyAsWithGuids(TestDatabase of) throws Exception {
        RunningDatabase database = of.orSkip();
        LoadedApplication.createSchema(database, Guided.class, Numbered.class);
        try {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round <= ROUNDS; round++) { // The first one warms up the JVM, and is not counted.
                boolean first = round % 2 == 0;
                Round numbered = first ? run(database, Numbered.class) : null;
                Round guided = run(database, Guided.class);
                numbered = numbered == null ? run(database, Numbered.class) : numbered;
                System.out.printf("%s, round %d: GUIDs %s, table %s%n", database, round, guided, numbered);
                assertThat(numbered.failed).isZero();
                if (round > 0) {
                    ratios.add((double) numbered.rows / guided.rows);
                }
            }
            Collections.sort(ratios);
            System.out.println(database + ": " + ratios);
            assertThat(ratios.get(ratios.size() / 2)).as("median of %s", ratios).isGreaterThanOrEqualTo(0.9);
        } finally {
            LoadedApplication.dropSchema(database, Guided.class, Numbered.class);
        }
    }

    private static Round run(RunningDatabase database, Class<?> entity) throws Exception {
        AtomicInteger rows = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (LoadedApplication application = LoadedApplication.start(database, "table-segments", entity)) {
            long end = System.nanoTime() + ROUND.toNanos();
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    while (System.nanoTime() < end) {
                        try {
                            application.insert(entity, Duration.ZERO);
                            rows.incrementAndGet();
                        } catch (RuntimeException e) {
                            failed.incrementAndGet();
                        }
                    }
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
        return new Round(rows.get(), failed.get());
    }
}
