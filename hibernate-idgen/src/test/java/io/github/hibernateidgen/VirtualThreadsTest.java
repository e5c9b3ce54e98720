package io.github.hibernateidgen;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * 10,000 virtual threads that wait for ids all at once. One that waits gives its carrier away, or the few
 * carriers would soon be used up.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
@Timeout(120)
class VirtualThreadsTest {

    private static final int THREADS = 10_000;
    private static final int IDS = 10;

    /** The threads that renew the number, and make the calls, of each of two sources of worker numbers. */
    private static final int MOST_OF_OURS = 4;

    @TempDir
    Path folder;

    @Test
    void snowflakeIdsOfFullTicks() throws Exception {
        // 128 ids a millisecond: all but the first few wait, and the first ones for the claim.
        try (ReservedWorkerSource source =
                new ReservedWorkerSource(new InMemoryReservationStore(), ReservationTerms.DEFAULT)) {
            SnowflakeGenerator generator = new SnowflakeGenerator(
                    SnowflakeLayout.JAVASCRIPT,
                    source,
                    new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(60), 1),
                    InstantSource.system());
            assertThat(together(generator::nextId)).hasSize(THREADS * IDS);
            assertThat(generator.statistics().waits()).isPositive();
        }
    }

    @Test
    void theFirstIdsOfASlowClaim() throws Exception {
        SlowStore store = new SlowStore();
        try (ReservedWorkerSource warm = new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
                ReservedWorkerSource source = new ReservedWorkerSource(store, ReservationTerms.DEFAULT)) {
            SnowflakeGenerator warmUp = ofDefaultLayout(warm);
            SnowflakeGenerator generator = ofDefaultLayout(source);
            assertThat(together(warmUp::nextId, generator::nextId)).hasSize(THREADS * IDS);
            assertThat(store.reads).as("claims").hasValue(2);
        }
    }

    private static SnowflakeGenerator ofDefaultLayout(ReservedWorkerSource source) {
        return new SnowflakeGenerator(
                SnowflakeLayout.STANDARD, source, SnowflakeLimits.DEFAULT, InstantSource.system());
    }

    /** Several rounds: threads that met in the source of randomness once kept all carriers busy, in one round of a few. */
    @RepeatedTest(10)
    void guids() throws Exception {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, InstantSource.system());
        assertThat(together(generator::nextGuid)).hasSize(THREADS * IDS);
    }

    @Test
    void numbersOfSegments() throws Exception {
        AtomicLong next = new AtomicLong(1);
        SegmentSource source = new SegmentSource() {
            @Override
            public Segment fetch() {
                long first = next.getAndAdd(50);
                return new Segment(first, first + 49);
            }

            @Override
            public void open() {}

            @Override
            public boolean isLost() {
                return false;
            }

            @Override
            public long size() {
                return 50;
            }

            @Override
            public String describe() {
                return "a counter";
            }
        };
        ExecutorService fetchers = Executors.newFixedThreadPool(2);
        try {
            SegmentGenerator generator = new SegmentGenerator(
                    source,
                    OffsetAndStep.ALL,
                    new SegmentLimits(2, 2, Duration.ofMillis(1), Duration.ofSeconds(60)),
                    fetchers,
                    System::nanoTime);
            assertThat(together(generator::nextId)).hasSize(THREADS * IDS);
            assertThat(generator.statistics().waits()).isPositive();
        } finally {
            fetchers.shutdownNow();
        }
    }

    private <T> Set<T> together(Supplier<T> ids) throws Exception {
        return together(ids, ids);
    }

    /** Each thread takes some ids. None may hold on to its carrier in code of ours, and none gets a platform thread of ours. */
    private <T> Set<T> together(Supplier<T> warmUp, Supplier<T> ids) throws Exception {
        Path file = folder.resolve("pinned.jfr");
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            take(threads, 500, warmUp); // Who loads a class holds on to its carrier, too.
            recording.start();
            Set<T> all = take(threads, THREADS, ids);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("idgen-"))
                    .as("platform threads of ours")
                    .hasSizeLessThanOrEqualTo(MOST_OF_OURS);
            recording.stop();
            recording.dump(file);
            assertThat(RecordingFile.readAllEvents(file))
                    .filteredOn(VirtualThreadsTest::isInOurs)
                    .as("virtual threads that held on to their carriers")
                    .isEmpty();
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> Set<T> take(ExecutorService threads, int count, Supplier<T> ids) throws Exception {
        List<Future<List<T>>> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            results.add(threads.submit(() -> {
                List<T> mine = new ArrayList<>();
                for (int id = 0; id < IDS; id++) {
                    mine.add(ids.get());
                }
                return mine;
            }));
        }
        Set<T> all = new HashSet<>();
        for (Future<List<T>> result : results) {
            all.addAll(result.get());
        }
        return all;
    }

    private static final class SlowStore implements ReservationStore {

        private final InMemoryReservationStore rows = new InMemoryReservationStore();
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        public StoredSlots read(String namespace, long from, long to) {
            reads.incrementAndGet();
            LockSupport.parkNanos(MILLISECONDS.toNanos(300));
            return rows.read(namespace, from, to);
        }

        @Override
        public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
            return rows.compareAndSet(namespace, expected, update);
        }

        @Override
        public String describe() {
            return "a slow store";
        }
    }

    private static boolean isInOurs(RecordedEvent event) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .map(frame -> frame.getMethod().getType().getName())
                        .anyMatch(type -> type.startsWith("io.github.hibernateidgen.")
                                && !type.startsWith(VirtualThreadsTest.class.getName()));
    }
}
