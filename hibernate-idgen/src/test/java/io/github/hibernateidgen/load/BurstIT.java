package io.github.hibernateidgen.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.database.RunningDatabase;
import io.github.hibernateidgen.database.TestDatabase;
import io.github.hibernateidgen.testing.LongTest;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * 600 requests a second, and one burst of 3,000, for 200 threads over a pool of 10. Hibernate's own generator of the same
 * size is measured beside each attempt, since the machine may be busy.
 */
@LongTest
class BurstIT {

    private static final int THREADS = 200;
    private static final int REQUESTS_PER_SECOND = 600;
    private static final int BURST = 3_000;
    private static final int ATTEMPTS = 3;
    private static final Duration CALM = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How much later than with Hibernate's own generator no request waits any more. */
    private static final Duration LATER = Duration.ofSeconds(3);

    @Entity(name = "BurstRow")
    static class Ours {
        @Id
        @SegmentId
        Long id;
    }

    @Entity(name = "BurstStock")
    static class Stock {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "burst_stock")
        @SequenceGenerator(name = "burst_stock", sequenceName = "burst_stock_seq", allocationSize = 50)
        Long id;
    }

    @Test
    void applicationRecoversFromABurst() throws Exception {
        RunningDatabase database = TestDatabase.POSTGRESQL.orSkip();
        LoadedApplication.createSchema(database, Ours.class, Stock.class);
        try {
            Duration least = PATIENCE;
            for (int attempt = 0; attempt < ATTEMPTS && least.compareTo(LATER) > 0; attempt++) {
                Duration stock = untilBack(database, Stock.class);
                Duration ours = untilBack(database, Ours.class);
                System.out.println("no request waits after " + ours.toMillis() + " ms; with SEQUENCE(50) after "
                        + stock.toMillis() + " ms; at most " + PATIENCE.toMillis() + " ms were waited");
                Duration later = ours.minus(stock);
                least = later.compareTo(least) < 0 ? later : least;
            }
            assertThat(least).isLessThanOrEqualTo(LATER);
        } finally {
            LoadedApplication.dropSchema(database, Ours.class, Stock.class);
        }
    }

    /** The time from the burst until no request waits any more, at most {@link #PATIENCE}. */
    private static Duration untilBack(RunningDatabase database, Class<?> entity) throws Exception {
        BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (LoadedApplication application = LoadedApplication.start(database, "burst", entity)) {
            Runnable request = () -> application.insert(entity, Duration.ZERO);
            for (int thread = 0; thread < THREADS; thread++) {
                threads.execute(() -> serve(waiting));
            }
            long start = System.nanoTime();
            long burst = start + CALM.toNanos();
            long sent = 0;
            boolean hasBurst = false;
            try {
                while (true) {
                    long now = System.nanoTime();
                    if (hasBurst && (waiting.isEmpty() || now - burst > PATIENCE.toNanos())) {
                        return Duration.ofNanos(now - burst);
                    }
                    for (; sent < (now - start) * REQUESTS_PER_SECOND / TimeUnit.SECONDS.toNanos(1); sent++) {
                        waiting.add(request);
                    }
                    if (!hasBurst && now >= burst) {
                        for (int i = 0; i < BURST; i++) {
                            waiting.add(request);
                        }
                        hasBurst = true;
                    }
                    Thread.sleep(1);
                }
            } finally {
                waiting.clear();
                threads.shutdownNow();
                threads.awaitTermination(1, TimeUnit.MINUTES);
            }
        }
    }

    private static void serve(BlockingQueue<Runnable> waiting) {
        try {
            while (true) {
                Runnable request = waiting.take();
                try {
                    request.run();
                } catch (RuntimeException e) {
                    // A request that fails is served, too; the next ones show whether the application is back.
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
