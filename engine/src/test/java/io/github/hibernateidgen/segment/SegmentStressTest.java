package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Two generators of one store, as in two processes, with eight threads on all processors: answers are lost after the store has
 * advanced, or come late, after their fetch was given up, and a generator is suspended and resumed. {@link SegmentSimulationTest}
 * goes through the orders of events on one thread; here the threads race. The generators' clock is a thousand times as fast, so
 * that a millisecond is a long time.
 */
class SegmentStressTest {

    private static final int THREADS = 8;
    private static final int SIZE = 40;
    private static final int PER_THREAD = LongTest.RUN ? 3_000_000 : 150_000;
    private static final SegmentLimits LIMITS = new SegmentLimits(8, 4, Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** A store that all generators share. */
    private static class Store implements SegmentSource {

        private final AtomicLong last = new AtomicLong();
        private final Random random;
        final AtomicInteger lost = new AtomicInteger();
        final AtomicInteger late = new AtomicInteger();

        Store(Random random) {
            this.random = random;
        }

        /** Advances the store. */
        long advance(long by) {
            return last.addAndGet(by);
        }

        @Override
        public Segment fetch() {
            return range(advance(SIZE));
        }

        private Segment range(long end) {
            answer();
            return new Segment(end - SIZE + 1, end);
        }

        @Override
        public List<Segment> fetch(IntUnaryOperator due) {
            int count = due.applyAsInt(1 + random.nextInt(4));
            List<Segment> segments = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                segments.add(range(advance(SIZE)));
            }
            return segments;
        }

        /** On its way back. */
        private void answer() {
            int event = random.nextInt(200);
            if (event == 0) {
                lost.incrementAndGet();
                throw new IllegalStateException("the answer was lost");
            }
            if (event <= 2) {
                late.incrementAndGet();
                LockSupport.parkNanos(random.nextInt(20_000_000));
            }
        }

        @Override
        public void open() {}

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public long size() {
            return SIZE;
        }

        @Override
        public String describe() {
            return "sequence orders_seq";
        }
    }

    /** Takes numbers, each greater than the one before. */
    private static long[] take(SegmentGenerator generator, SegmentSource own, Random random) {
        long[] numbers = new long[PER_THREAD];
        long before = 0;
        for (int i = 0; i < numbers.length; ) {
            try {
                int way = random.nextInt(10);
                long number = way == 0 ? generator.nextId(own) : way == 1 ? generator.poll(null) : generator.nextId();
                if (number == SegmentBuffer.NONE) {
                    continue;
                }
                assertThat(number).as("ascends, %s", TestSeed.describe()).isGreaterThan(before);
                numbers[i++] = number;
                before = number;
            } catch (SegmentException e) {
                // An answer was lost.
            } catch (IllegalStateException e) {
                Thread.yield(); // Suspended.
            }
        }
        return numbers;
    }

    private static long[] run(Store store) throws Exception {
        Random seeds = TestSeed.random();
        ExecutorService fetches = Executors.newCachedThreadPool();
        ExecutorService callers = Executors.newFixedThreadPool(THREADS + 1);
        AtomicLong suspends = new AtomicLong();
        long began = System.nanoTime();
        try {
            List<SegmentGenerator> generators = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                generators.add(new SegmentGenerator(
                        store, OffsetAndStep.ALL, LIMITS, fetches, () -> 1_000 * System.nanoTime(), new NoLog()));
            }
            List<Callable<long[]>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SegmentGenerator generator = generators.get(i % generators.size());
                Random random = new Random(seeds.nextLong());
                work.add(() -> take(generator, store, random));
            }
            Random random = new Random(seeds.nextLong());
            Future<?> suspending = callers.submit(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    SegmentGenerator generator = generators.get(random.nextInt(generators.size()));
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                    generator.suspend();
                    generator.resume();
                    suspends.incrementAndGet();
                }
            });
            LongStream all = LongStream.empty();
            for (Future<long[]> numbers : callers.invokeAll(work)) {
                all = LongStream.concat(all, Arrays.stream(numbers.get()));
            }
            suspending.cancel(true);
            long[] sorted = all.sorted().toArray();
            long dropped = generators.stream()
                    .mapToLong(generator -> generator.statistics().dropped())
                    .sum();
            System.out.println(sorted.length + " numbers of two generators in "
                    + (System.nanoTime() - began) / 1_000_000 + " ms: " + store.lost + " answers lost, " + store.late
                    + " late, " + dropped + " segments dropped, " + suspends + " times suspended, " + duplicates(sorted)
                    + " twice");
            return sorted;
        } finally {
            callers.shutdownNow();
            fetches.shutdownNow();
        }
    }

    private static long duplicates(long[] sorted) {
        return LongStream.range(1, sorted.length)
                .filter(i -> sorted[(int) i] == sorted[(int) i - 1])
                .count();
    }

    @Test
    void makesNoNumberTwice() throws Exception {
        Store store = new Store(TestSeed.random());
        long[] numbers = run(store);
        assertThat(duplicates(numbers)).as(TestSeed.describe()).isZero();
        assertThat(numbers).hasSize(THREADS * PER_THREAD);
        assertThat(numbers[numbers.length - 1]).isLessThanOrEqualTo(store.last.get());
        assertThat(store.lost.get()).isPositive();
        assertThat(store.late.get()).isPositive();
    }

    /** Otherwise the test above would find nothing. */
    @Test
    void findsAStoreThatHandsOutARangeTwice() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Store store = new Store(TestSeed.random()) {
            @Override
            long advance(long by) {
                return calls.incrementAndGet() % 20 == 0 ? super.advance(0) : super.advance(by);
            }
        };
        assertThat(duplicates(run(store))).as(TestSeed.describe()).isPositive();
    }

    private static final class NoLog implements System.Logger {

        @Override
        public String getName() {
            return "none";
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, java.util.ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, java.util.ResourceBundle bundle, String format, Object... parameters) {}
    }
}
