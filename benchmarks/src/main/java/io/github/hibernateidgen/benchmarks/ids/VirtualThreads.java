package io.github.hibernateidgen.benchmarks.ids;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets 10,000 virtual threads take ids for five seconds, after a warm-up of a second. Measures how long a call takes, and
 * how many ids the threads with the fewest and with the most ids get. Prints the rows of a Markdown table. Needs JDK 21 or
 * newer.
 */
public final class VirtualThreads {

    private static final int THREADS = 10_000;
    private static final int MOST_CALLS = 4_000_000;

    private VirtualThreads() {}

    /**
     * Measures each kind of id, at a fixed pace and at full speed.
     *
     * @param args not used
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws Exception {
        System.out.println("| ids | ids/s | median | 99 % | 99.9 % | longest | ids of a thread | threads of ours |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        long pause = MILLISECONDS.toNanos(100);
        try (ReservedWorkerSource source = source(0)) {
            Ids ids = snowflake(SnowflakeLayout.STANDARD, source)::nextId;
            measure("Snowflake ids, one each 100 ms", ids, pause);
        }
        measure(
                "GUIDs, one each 100 ms",
                new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, InstantSource.system())::nextGuid,
                pause);
        try (ReservedWorkerSource source = source(0)) {
            Ids ids = snowflake(SnowflakeLayout.JAVASCRIPT, source)::nextId;
            measure("Snowflake ids, 128 a millisecond, no pause", ids, 0);
        }
        measureSegments("segments of 1,000, fetched in 5 ms, one each 100 ms", pause);
        measureSegments("segments of 1,000, fetched in 5 ms, no pause", 0);
        try (ReservedWorkerSource source = source(200)) {
            SnowflakeGenerator generator = snowflake(SnowflakeLayout.STANDARD, source);
            print("first ids, from a store that answers after 200 ms", take(generator::nextId, 0, 0));
        }
    }

    private static void measureSegments(String name, long pause) throws Exception {
        ExecutorService fetchers = Executors.newFixedThreadPool(2, task -> new Thread(task, "idgen-fetch"));
        try {
            SegmentLimits limits = new SegmentLimits(4, 2, Duration.ofMillis(1), Duration.ofSeconds(60));
            SegmentGenerator generator =
                    new SegmentGenerator(new Counter(), OffsetAndStep.ALL, limits, fetchers, System::nanoTime);
            measure(name, generator::nextId, pause);
        } finally {
            fetchers.shutdownNow();
        }
    }

    private static SnowflakeGenerator snowflake(SnowflakeLayout layout, ReservedWorkerSource source) {
        SnowflakeLimits limits = new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(60), 1);
        return new SnowflakeGenerator(layout, source, limits, InstantSource.system());
    }

    private static ReservedWorkerSource source(long millis) {
        return new ReservedWorkerSource(new SlowStore(millis), ReservationTerms.DEFAULT);
    }

    private static void measure(String name, Ids ids, long pause) throws Exception {
        Calls warm = take(ids, pause, SECONDS.toNanos(1));
        if (warm.count() == 0) {
            throw new IllegalStateException(name + " made no id");
        }
        print(name, take(ids, pause, SECONDS.toNanos(5)));
    }

    @SuppressWarnings("SystemOut")
    private static void print(String name, Calls calls) {
        System.out.printf(
                "| %s | %,d | %s | %s | %s | %s | %d to %d | %d |%n",
                name,
                calls.perSecond(),
                calls.at(0.5),
                calls.at(0.99),
                calls.at(0.999),
                calls.at(1),
                calls.fewest,
                calls.most,
                calls.threadsOfOurs);
    }

    /** Lets all threads take ids for a time, with a pause after each id. Each thread takes at least one id. */
    private static Calls take(Ids ids, long pause, long duration) throws Exception {
        Calls calls = new Calls();
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long offset = pause * i / THREADS;
                counts.add(threads.submit(() -> {
                    begin.await();
                    LockSupport.parkNanos(offset);
                    int count = 0;
                    do {
                        long from = System.nanoTime();
                        ids.next();
                        calls.add(System.nanoTime() - from);
                        count++;
                        LockSupport.parkNanos(pause);
                    } while (System.nanoTime() - calls.began < duration);
                    return count;
                }));
            }
            calls.began = System.nanoTime();
            begin.countDown();
            for (Future<Integer> count : counts) {
                calls.fewest = Math.min(calls.fewest, count.get());
                calls.most = Math.max(calls.most, count.get());
            }
            calls.end();
            return calls;
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Ids {
        Object next();
    }

    private static final class Calls {

        private final long[] nanos = new long[MOST_CALLS];
        private final AtomicInteger count = new AtomicInteger();
        private volatile long began;
        private long ended;
        private int fewest = Integer.MAX_VALUE;
        private int most;
        private long threadsOfOurs;

        void add(long time) {
            nanos[count.getAndIncrement()] = time;
        }

        void end() {
            ended = System.nanoTime();
            // Virtual threads are not included.
            threadsOfOurs = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("idgen-"))
                    .count();
            Arrays.sort(nanos, 0, count());
        }

        int count() {
            return count.get();
        }

        long perSecond() {
            return count() * SECONDS.toNanos(1) / (ended - began);
        }

        String at(double part) {
            double time = nanos[(int) Math.min(count() - 1L, (long) (part * count()))];
            return time < 1_000_000
                    ? String.format("%.2f us", time / 1_000)
                    : String.format("%.3g ms", time / 1_000_000);
        }
    }

    private static final class Counter implements SegmentSource {

        private final AtomicLong next = new AtomicLong(1);

        @Override
        public void open() {}

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public Segment fetch() {
            LockSupport.parkNanos(MILLISECONDS.toNanos(5));
            long first = next.getAndAdd(size());
            return new Segment(first, first + size() - 1);
        }

        @Override
        public long size() {
            return 1_000;
        }

        @Override
        public String describe() {
            return "a counter";
        }
    }

    private static final class SlowStore implements ReservationStore {

        private final InMemoryReservationStore rows = new InMemoryReservationStore();
        private final long nanos;

        SlowStore(long millis) {
            this.nanos = MILLISECONDS.toNanos(millis);
        }

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            LockSupport.parkNanos(nanos);
            return rows.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            return rows.compareAndSet(namespace, expected, update);
        }

        @Override
        public String describe() {
            return "a store in memory";
        }
    }
}
