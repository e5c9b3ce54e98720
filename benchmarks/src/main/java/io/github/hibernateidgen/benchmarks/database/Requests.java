package io.github.hibernateidgen.benchmarks.database;

import java.lang.reflect.InvocationTargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Requests to an application: from threads without pauses, or at a rate with a burst. */
final class Requests {

    private static final int REQUESTS_PER_SECOND = 600;
    private static final int BURST = 3000;
    private static final long CALM = TimeUnit.SECONDS.toNanos(5);

    /** The nanoseconds after the burst after which the load ends even if requests are still waiting. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    /** Ends a thread that serves requests at a rate. */
    private static final long END = Long.MIN_VALUE;

    private final Application application;
    private final int threads;
    private final boolean isVirtual;
    private final LongAdder rows = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final AtomicLong longest = new AtomicLong();
    private volatile @Nullable Exception failure;

    Requests(Application application, int threads, boolean isVirtual) {
        this.application = application;
        this.threads = threads;
        this.isVirtual = isVirtual;
    }

    /** Returns whether this JVM has virtual threads. */
    static boolean hasVirtualThreads() {
        return Runtime.version().feature() >= 21;
    }

    /**
     * Runs the threads without pauses.
     *
     * @return the rows a second and the rest of what is measured
     */
    Map<String, Double> closed(Server server, long seconds) throws Exception {
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        AtomicLong inTime = new AtomicLong();
        AtomicLong inFirstSecond = new AtomicLong();
        ExecutorService workers = workers();
        for (int thread = 0; thread < threads; thread++) {
            workers.execute(() -> {
                for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                    if (serve(now)) {
                        long done = System.nanoTime();
                        if (done < end) {
                            inTime.incrementAndGet();
                        }
                        if (done - start < TimeUnit.SECONDS.toNanos(1)) {
                            inFirstSecond.incrementAndGet();
                        }
                    }
                }
            });
        }
        int sessions = mostSessions(server, end);
        await(workers);
        Map<String, Double> values = values();
        values.put("rowsPerSecond", inTime.get() / (double) seconds);
        values.put("rowsInFirstSecond", (double) inFirstSecond.get());
        values.put("sessions", (double) sessions);
        return values;
    }

    private static int mostSessions(Server server, long end) throws SQLException, InterruptedException {
        int most = 0;
        try (Connection connection = server.connect()) {
            while (System.nanoTime() < end) {
                most = Math.max(most, server.sessions(connection));
                Thread.sleep(200);
            }
        }
        return most;
    }

    /**
     * Sends requests at a rate, and once a burst of them.
     *
     * @return after how many seconds no request waited any more, and the rest of what is measured
     */
    Map<String, Double> burst() throws Exception {
        BlockingQueue<Long> waiting = new LinkedBlockingQueue<>();
        ExecutorService workers = workers();
        for (int thread = 0; thread < threads; thread++) {
            workers.execute(() -> {
                try {
                    for (long since = waiting.take(); since != END; since = waiting.take()) {
                        serve(since);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        long start = System.nanoTime();
        long burst = start + CALM;
        long back = 0;
        long sent = 0;
        boolean hasBurst = false;
        // After the requests of the burst are served, the rate goes on for as long as it did before.
        for (long now = start; now < burst + PATIENCE && (back == 0 || now < back + CALM); now = System.nanoTime()) {
            while (sent < (now - start) * REQUESTS_PER_SECOND / TimeUnit.SECONDS.toNanos(1)) {
                waiting.add(now);
                sent++;
            }
            if (!hasBurst && now >= burst) {
                for (int i = 0; i < BURST; i++) {
                    waiting.add(now);
                }
                hasBurst = true;
            } else if (hasBurst && back == 0 && waiting.isEmpty()) {
                back = now;
            }
            Thread.sleep(1);
        }
        long left = waiting.size();
        Long oldest = waiting.peek();
        if (oldest != null) {
            longest.accumulateAndGet(System.nanoTime() - oldest, Math::max);
        }
        waiting.clear();
        for (int thread = 0; thread < threads; thread++) {
            waiting.add(END);
        }
        await(workers);
        Map<String, Double> values = values();
        values.put("secondsUntilBack", back == 0 ? Double.NaN : (back - burst) / 1e9);
        values.put("waiting", (double) left);
        return values;
    }

    private boolean serve(long since) {
        try {
            application.serve();
            rows.increment();
            longest.accumulateAndGet(System.nanoTime() - since, Math::max);
            return true;
        } catch (Exception e) {
            failures.increment();
            longest.accumulateAndGet(System.nanoTime() - since, Math::max);
            failure = e;
            return false;
        }
    }

    private Map<String, Double> values() {
        Exception last = failure;
        if (last != null) {
            System.out.println("a request failed: " + last);
        }
        Map<String, Double> values = new TreeMap<>();
        values.put("rows", (double) rows.sum());
        values.put("failures", (double) failures.sum());
        values.put("longestSeconds", longest.get() / 1e9);
        values.put("descents", (double) application.descents());
        return values;
    }

    private ExecutorService workers() {
        if (!isVirtual) {
            return Executors.newFixedThreadPool(threads);
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("virtual threads need JDK 21 or newer", e);
        }
    }

    private static void await(ExecutorService workers) throws InterruptedException {
        workers.shutdown();
        if (!workers.awaitTermination(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("requests are not answered after 2 minutes");
        }
    }
}
