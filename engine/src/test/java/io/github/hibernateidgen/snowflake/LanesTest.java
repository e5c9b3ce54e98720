package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.testing.Threads;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.SuppliedSource;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes: each counts for itself, and to the source of the worker number all are one. */
class LanesTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.INNODB;
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final long MILLIS = NOW.toEpochMilli();

    private final Random random = TestSeed.random();
    private final FakeClock clock = new FakeClock(NOW);
    private final List<TickIssuer> issuers = new ArrayList<>();
    private WorkerReservation reservation = new WorkerReservation(3, 0, MILLIS + 1000);
    private final SnowflakeGenerator generator = generator(LAYOUT);

    private SnowflakeGenerator generator(SnowflakeLayout layout) {
        WorkerSource source = new SuppliedSource(() -> reservation, issuers);
        return new SnowflakeGenerator(
                layout,
                source,
                new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), 1),
                clock,
                clock::sleep,
                bound -> random.nextLong(bound));
    }

    private TickIssuer issuer() {
        return issuers.get(0);
    }

    // Ids.

    @Test
    void eachLaneCountsForItself() {
        for (int lane = 0; lane < 16; lane++) {
            for (int sequence = 0; sequence < 3; sequence++) {
                assertThat(LAYOUT.split(generator.nextId(lane)))
                        .isEqualTo(new SnowflakeParts(NOW, 3, sequence, Map.of(), 0, lane));
            }
        }
        assertThat(clock.slept()).isZero();
    }

    @Test
    void aFullTickOfOneLaneDelaysNoOther() {
        for (int i = 0; i < 257; i++) {
            generator.nextId(5);
        }
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(1));
        for (int lane = 6; lane < 16; lane++) {
            for (int i = 0; i < 256; i++) {
                generator.nextId(lane);
            }
        }
        assertThat(clock.slept()).isEqualTo(Duration.ofMillis(1));
    }

    /** The bits of worker and lane are next to each other; whatever they are, the ids are those of one pair. */
    @Test
    void noTwoWorkersAndLanesMakeTheSameId() {
        Set<Long> ids = new HashSet<>();
        for (int worker = 0; worker < 1024; worker += worker < 64 ? 1 : 67) {
            reservation = new WorkerReservation(worker, 0, MILLIS + 1000);
            SnowflakeGenerator other = generator(LAYOUT);
            for (int lane = 0; lane < 16; lane++) {
                long id = other.nextId(lane);
                assertThat(ids.add(id)).as("%s %s", worker, lane).isTrue();
                assertThat(LAYOUT.split(id).worker()).isEqualTo(worker);
                assertThat(LAYOUT.split(id).lane()).isEqualTo(lane);
            }
        }
    }

    @Test
    void idsOfSixteenLanesInSixteenThreadsAreUniqueAndAscendInEachLane() throws Exception {
        int ids = LongTest.RUN ? 625_000 : 62_500;
        SnowflakeGenerator shared = new SnowflakeGenerator(LAYOUT, WorkerSource.fixed(1));
        AtomicInteger lanes = new AtomicInteger();
        List<long[]> all = Threads.callTogether(16, () -> {
            int lane = lanes.getAndIncrement();
            long[] made = new long[ids];
            for (int i = 0; i < ids; i++) {
                made[i] = shared.nextId(lane);
            }
            return made;
        });
        requireAscendingAndUnique(all);
    }

    /** Threads that change the lane for each id share all cells; what one of them sees of a lane ascends. */
    @Test
    void threadsThatShareLanesMakeNoIdTwice() throws Exception {
        int ids = LongTest.RUN ? 1_000_000 : 100_000;
        SnowflakeGenerator shared = new SnowflakeGenerator(LAYOUT, WorkerSource.fixed(1));
        List<long[][]> all = Threads.callTogether(8, () -> {
            long[][] made = new long[16][ids / 16];
            for (int i = 0; i < ids / 16 * 16; i++) {
                made[i % 16][i / 16] = shared.nextId(i % 16);
            }
            return made;
        });
        requireAscendingAndUnique(all.stream().flatMap(Arrays::stream).toList());
    }

    private static void requireAscendingAndUnique(List<long[]> runs) {
        for (long[] run : runs) {
            for (int i = 1; i < run.length; i++) {
                assertThat(run[i]).isGreaterThan(run[i - 1]);
            }
        }
        long[] all = runs.stream().flatMapToLong(LongStream::of).sorted().toArray();
        for (int i = 1; i < all.length; i++) {
            assertThat(all[i]).isNotEqualTo(all[i - 1]);
        }
    }

    @Test
    void copiesOfAGeneratorShareEachLane() {
        SnowflakeLayout layout = SnowflakeLayout.named("own")
                .fields("shard:2, time:23, worker:4, entity.line:3, lane:3, time:16, sequence:6")
                .build();
        SnowflakeLayout renamed = SnowflakeLayout.named("renamed")
                .fields("shard:2, time:23, worker.pod:4, entity.kind:3, lane:3, time:16, sequence:6")
                .build();
        SnowflakeGenerator one = generator(layout);
        List<SnowflakeGenerator> copies = List.of(
                one,
                one.withEntityFields(Map.of("line", 5L)),
                one.withShard(2),
                one.withShard(1).withEntityFields(Map.of("line", 7L)),
                one.withLayout(renamed),
                one.withEntityFields(Map.of("line", 2L)).withLayout(renamed).withShard(3));
        // Without what the copies differ in the ids must differ, since they share one sequence.
        long others = layout.bits().mask(LayoutField.Kind.SHARD) | layout.bits().mask(LayoutField.Kind.ENTITY);
        Set<Long> ids = new HashSet<>();
        long[] last = new long[8];
        for (int i = 0; i < 5_000; i++) {
            int lane = random.nextInt(8);
            long id = copies.get(random.nextInt(copies.size())).nextId(lane) & ~others;
            assertThat(ids.add(id)).as(TestSeed.describe()).isTrue();
            assertThat(id).as(TestSeed.describe()).isGreaterThan(last[lane]);
            last[lane] = id;
        }
        assertThat(issuers).as("attached once each").hasSize(2);
    }

    @Test
    void idsOfALaneAscendInEachBucketBesideAScatterField() {
        SnowflakeLayout layout = SnowflakeLayout.named("scattered")
                .fields("scatter:2, time:24, worker:4, lane:2, time:16, sequence:8")
                .build();
        SnowflakeGenerator scattered = generator(layout);
        long[][] last = new long[4][4];
        for (int i = 0; i < 5_000; i++) {
            clock.advanceMillis(random.nextInt(10) == 0 ? random.nextInt(3) - 1 : 0);
            int lane = random.nextInt(4);
            long id = scattered.nextId(lane);
            assertThat(id)
                    .isEqualTo(layout.compose(layout.split(id)))
                    .isGreaterThan(last[lane][(int) layout.bucket(id)]);
            last[lane][(int) layout.bucket(id)] = id;
        }
    }

    @Test
    void threadsWithoutALaneTakeOneByTheirNumber() {
        int lane = (int) Thread.currentThread().getId() & 15;
        assertThat(LAYOUT.split(generator.nextId()).lane()).isEqualTo(lane);
        long[] ids = generator.nextIds(600);
        assertThat(ids).isSorted();
        assertThat(LongStream.of(ids).map(id -> LAYOUT.split(id).lane()).distinct())
                .containsExactly((long) lane);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 16, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aLaneThatTheLayoutHasNotIsRejected(int lane) {
        String message = "lane [" + lane + "] does not fit layout [innodb]; give a number from 0 to 15";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.nextId(lane))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAYOUT.compose(new SnowflakeParts(NOW, 3, 0, Map.of(), 0, lane)))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator(SnowflakeLayout.STANDARD).nextId(1))
                .withMessage("lane [1] does not fit layout [standard]; give a number from 0 to 0");
    }

    // Clock, reservation and close.

    @Test
    void aClockThatStepsBackCountsOnceAndDelaysTheLanesThatAreAhead() {
        for (int lane = 0; lane < 8; lane++) {
            generator.nextId(lane);
        }
        clock.advanceMillis(-100);
        for (int lane = 0; lane < 8; lane++) {
            for (int i = 0; i < 300; i++) {
                generator.nextId(lane);
            }
        }
        assertThat(generator.statistics().clockStepsBack()).isOne();
        assertThat(clock.slept()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void statisticsAreThoseOfTheLaneThatIsFurthestAhead() {
        generator.nextId(2);
        clock.advanceMillis(30);
        for (int i = 0; i < 256; i++) {
            generator.nextId(7);
        }
        assertThat(generator.statistics().nextWait()).isEqualTo(Duration.ofMillis(1));
        clock.advanceMillis(-10);
        assertThat(generator.statistics().ahead()).isEqualTo(Duration.ofMillis(10));
        assertThat(generator.statistics().nextWait()).isEqualTo(Duration.ofMillis(11));
    }

    @Test
    void allLanesAreOneIssuerWhoseCloseReturnsTheGreatestEnd() {
        assertThat(issuers).hasSize(1);
        assertThat(issuer().workers()).isEqualTo(1024);
        for (int lane = 0; lane < 16; lane++) {
            clock.set(NOW.plusMillis(lane == 9 ? 50 : lane));
            generator.nextId(lane);
        }
        assertThat(issuer().isClosed()).isFalse();
        assertThat(issuer().close()).isEqualTo(MILLIS + 51).isEqualTo(issuer().close());
        assertThat(issuer().isClosed()).isTrue();
        for (int lane = 0; lane < 16; lane++) {
            int closed = lane;
            assertThatIllegalStateException()
                    .isThrownBy(() -> generator.nextId(closed))
                    .withMessageContaining("is closed");
        }
    }

    @Test
    void closeOfUnusedLanesReturnsNoEnd() {
        assertThat(issuer().close()).isEqualTo(Long.MIN_VALUE);
        issuer().reopen();
        generator.nextId(15);
        assertThat(issuer().close()).isEqualTo(MILLIS + 1);
    }

    /** Under the same number, and without a floor, as a fixed one is. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reopenedLanesGoOnAboveTheirLastIds(boolean hasFloor) {
        reservation = hasFloor ? new WorkerReservation(3, MILLIS, MILLIS + 60_000) : WorkerReservation.unbounded(3);
        clock.advanceMillis(1);
        Set<Long> ids = new HashSet<>();
        long[] last = new long[16];
        for (int round = 0; round < 200; round++) {
            for (int i = random.nextInt(40); i > 0; i--) {
                int lane = random.nextInt(16);
                long id = generator.nextId(lane);
                assertThat(ids.add(id)).as(TestSeed.describe()).isTrue();
                assertThat(id).as(TestSeed.describe()).isGreaterThan(last[lane]);
                last[lane] = id;
            }
            generator.suspend();
            assertThat(issuer().isClosed()).as("suspended, and resumed later").isFalse();
            assertThatIllegalStateException().isThrownBy(() -> generator.nextId(random.nextInt(16)));
            clock.advanceMillis(random.nextInt(3) - 1);
            generator.resume();
        }
    }

    @Test
    void anEndedGeneratorIsNotResumed() {
        generator.close();
        generator.resume();
        issuer().reopen();
        for (int lane = 0; lane < 16; lane++) {
            int closed = lane;
            assertThatIllegalStateException().isThrownBy(() -> generator.nextId(closed));
        }
        assertThat(issuer().isClosed()).isTrue();
    }

    @Test
    void anEndedReservationEndsAllLanes() {
        clock.set(NOW.plusMillis(1000));
        for (int i = 0; i < 16; i++) {
            int lane = i;
            assertThatExceptionOfType(ReservationEndedException.class).isThrownBy(() -> generator.nextId(lane));
        }
    }

    @Test
    void whatIsLeftOfAReservationIsTheLeastOfTheLanes() {
        assertThat(issuer().left(reservation, MILLIS)).isEqualTo(Duration.ofMillis(1000));
        clock.advanceMillis(40);
        for (int i = 0; i < 256; i++) {
            generator.nextId(11);
        }
        assertThat(issuer().left(reservation, MILLIS + 40)).isEqualTo(Duration.ofMillis(1000 - 41));
        assertThat(issuer().left(new WorkerReservation(3, 0, MILLIS + 41), MILLIS + 40))
                .isZero();
    }

    @Test
    void anotherWorkerNumberIsTakenOverByAllLanes() {
        IntStream.range(0, 16).forEach(generator::nextId);
        reservation = new WorkerReservation(9, MILLIS + 20, MILLIS + 1000);
        clock.advanceMillis(20);
        for (int lane = 0; lane < 16; lane++) {
            assertThat(LAYOUT.split(generator.nextId(lane)))
                    .isEqualTo(new SnowflakeParts(NOW.plusMillis(20), 9, 0, Map.of(), 0, lane));
        }
    }

    @Test
    void sixtyFourLanesAreTheMost() {
        SnowflakeLayout layout = SnowflakeLayout.named("many")
                .fields("time:25, worker:4, lane:6, time:16, sequence:10")
                .build();
        assertThat(layout.lanes()).isEqualTo(64);
        SnowflakeGenerator many = generator(layout);
        assertThat(IntStream.range(0, 64).mapToLong(many::nextId).distinct().count())
                .isEqualTo(64);
        assertThat(layout.split(many.nextId(63)).lane()).isEqualTo(63);
    }

    @Test
    void batchesOfThreadsAreUniqueToo() throws Exception {
        SnowflakeGenerator shared = new SnowflakeGenerator(
                LAYOUT,
                WorkerSource.fixed(2),
                new SnowflakeLimits(Duration.ofHours(1), Duration.ofSeconds(5), 16),
                InstantSource.system());
        requireAscendingAndUnique(Threads.callTogether(4, () -> {
            long[] ids = new long[50_000];
            for (int i = 0, batch; i < ids.length; i += batch) {
                batch = Math.min(i % 50 + 1, ids.length - i);
                System.arraycopy(shared.nextIds(batch), 0, ids, i, batch);
            }
            return ids;
        }));
    }
}
