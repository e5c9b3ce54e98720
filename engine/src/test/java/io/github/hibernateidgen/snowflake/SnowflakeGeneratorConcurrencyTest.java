package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Eight threads on one generator and the system clock: no id twice, and each thread's ids ascend. */
class SnowflakeGeneratorConcurrencyTest {

    private static final int THREADS = 8;
    private static final int IDS = LongTest.RUN ? 1_000_000 : 250_000;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.STANDARD;

    @Test
    void threadsThatWaitForTheClock() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(LAYOUT, WorkerSource.fixed(1));
        assertAscendingAndUnique(Threads.callTogether(THREADS, () -> {
            long[] ids = new long[IDS];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = generator.nextId();
            }
            return ids;
        }));
    }

    @Test
    void threadsAheadOfTheClockSomeOfThemInBatches() throws Exception {
        SnowflakeGenerator generator = new SnowflakeGenerator(
                LAYOUT,
                WorkerSource.fixed(1),
                new SnowflakeLimits(Duration.ofHours(1), Duration.ofSeconds(5), 100),
                InstantSource.system());
        assertAscendingAndUnique(Threads.callTogether(THREADS, () -> {
            long[] ids = new long[IDS];
            for (int i = 0, batch = 0; i < ids.length; i += batch) {
                batch = Math.min(i % 50 + 1, ids.length - i);
                if (batch == 1) {
                    ids[i] = generator.nextId();
                } else {
                    System.arraycopy(generator.nextIds(batch), 0, ids, i, batch);
                }
            }
            return ids;
        }));
    }

    @Test
    void theEntitiesOfOneGeneratorAndAWorkerNumberThatChangesAllTheTime() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.named("shops")
                .fields("time:41, worker:6, entity.shop:4, sequence:12")
                .build();
        AtomicReference<WorkerReservation> reservation = new AtomicReference<>(WorkerReservation.unbounded(0));
        SnowflakeGenerator generator = new SnowflakeGenerator(
                layout,
                new SuppliedSource(reservation::get),
                new SnowflakeLimits(Duration.ofHours(1), Duration.ofSeconds(5), 1),
                InstantSource.system());
        List<SnowflakeGenerator> shops = IntStream.range(0, 16)
                .mapToObj(shop -> generator.withEntityFields(Map.of("shop", (long) shop)))
                .toList();
        // Without the worker and the shop the ids must differ, since they share one sequence.
        LongUnaryOperator state = id -> id >>> 22 << 12 | (id & 0xFFF);
        assertAscendingAndUnique(Threads.callTogether(THREADS, () -> {
            long[] states = new long[200_000];
            for (int i = 0; i < states.length; i++) {
                if (i % 100 == 0) {
                    reservation.set(WorkerReservation.unbounded(i / 100 % 64));
                }
                states[i] = state.applyAsLong(shops.get(i % 16).nextId());
            }
            return states;
        }));
    }

    private static void assertAscendingAndUnique(List<long[]> idsByThread) {
        for (long[] ids : idsByThread) {
            assertThat(firstNotAboveTheOneBefore(ids)).isEqualTo(ids.length);
        }
        long[] all = idsByThread.stream().flatMapToLong(Arrays::stream).toArray();
        Arrays.sort(all);
        assertThat(firstNotAboveTheOneBefore(all)).isEqualTo(all.length);
    }

    /** The index of the first id that is not greater than the one before it; the length where there is none. */
    private static int firstNotAboveTheOneBefore(long[] ids) {
        int i = 1;
        while (i < ids.length && ids[i] > ids[i - 1]) {
            i++;
        }
        return i;
    }
}
