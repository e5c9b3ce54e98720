package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The promises about the end of a generator: the gap after a restart, and a close beside a store that hangs. */
@Timeout(60)
class SegmentPromisesTest {

    private static final long SIZE = 10;

    private final AtomicLong next = new AtomicLong(1);

    private interface Fetching extends SegmentSource {
        @Override
        default void open() {}

        @Override
        default boolean isLost() {
            return false;
        }

        @Override
        default long size() {
            return SIZE;
        }

        @Override
        default String describe() {
            return "sequence numbers";
        }
    }

    private Segment take() {
        long first = next.getAndAdd(SIZE);
        return new Segment(first, first + SIZE - 1);
    }

    @Test
    void aRestartLeavesAGapOfAtMostMaxPrefetchAndOneSegments() {
        Random random = TestSeed.random();
        for (int maxPrefetch : new int[] {1, 2, 8, 32}) {
            SegmentLimits limits = new SegmentLimits(maxPrefetch, 6, Duration.ofSeconds(1), Duration.ofSeconds(10));
            next.set(1);
            long last = 0;
            long widest = 0;
            for (int restart = 0; restart < 50; restart++) {
                Deque<Runnable> tasks = new ArrayDeque<>();
                // The clock stands still, as for callers that are infinitely fast: as much is fetched ahead as may be.
                SegmentGenerator generator =
                        new SegmentGenerator((Fetching) this::take, OffsetAndStep.ALL, limits, tasks::add, () -> 0);
                int count = 1 + random.nextInt(1_000);
                for (int issued = 0; issued < count; ) {
                    long number = generator.poll(null);
                    if (number != SegmentBuffer.NONE) {
                        if (issued == 0) {
                            widest = Math.max(widest, number - last - 1);
                            assertThat(number).as(TestSeed.describe()).isGreaterThan(last);
                        }
                        last = number;
                        issued++;
                    }
                    if (number == SegmentBuffer.NONE || random.nextBoolean()) {
                        while (!tasks.isEmpty()) {
                            tasks.poll().run();
                        }
                    }
                }
                generator.close();
                // A fetch may reach the store after the process has ended.
                tasks.forEach(Runnable::run);
            }
            assertThat(widest)
                    .as("with max-prefetch %d, %s", maxPrefetch, TestSeed.describe())
                    .isPositive()
                    .isLessThanOrEqualTo((maxPrefetch + 1) * SIZE);
        }
    }

    @Test
    void aCloseDoesNotWaitForAStoreThatHangs() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Fetching source = () -> {
                hangs.countDown();
                try {
                    answers.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return take();
            };
            SegmentGenerator generator =
                    new SegmentGenerator(source, OffsetAndStep.ALL, SegmentLimits.DEFAULT, threads, System::nanoTime);
            assertThat(generator.poll(null)).isEqualTo(SegmentBuffer.NONE);
            hangs.await();
            threads.submit(generator::close).get(30, TimeUnit.SECONDS);
            assertThat(answers.getCount()).isEqualTo(1);
            answers.countDown();
            threads.shutdown();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            assertThat(next).as("fetched after the close").hasValue(1 + SIZE);
            assertThatIllegalStateException().isThrownBy(generator::nextId).withMessageContaining("are closed");
        } finally {
            answers.countDown();
            threads.shutdownNow();
        }
    }
}
