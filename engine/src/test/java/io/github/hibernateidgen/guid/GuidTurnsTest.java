package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import io.github.hibernateidgen.testing.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GUIDs that sort by turn, by generator, and by the time in the turn. */
class GuidTurnsTest {

    private static final GuidFormat INNODB = GuidFormat.INNODB;

    /** A turn begins at a multiple of 65536 ms. */
    private static final Instant TURN = Instant.ofEpochMilli(27_369_000L << 16);

    private final Random random = TestSeed.random();

    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void bitsStandWhereTheOrderLooksFirst(GuidOrder order) {
        long state = 0x018cc820db2eL << 16 | 0x0567;
        UUID guid = INNODB.compose(order, state, 0x1234L << 42 | 0x2aaaaaaaaaaL);
        String text = guid.toString().replace("-", "");
        if (order == GuidOrder.BYTES) {
            assertThat(text).startsWith("018cc82012348db2");
            assertThat(guid.version()).isEqualTo(8);
        } else {
            assertThat(text).endsWith("018cc8201234");
            assertThat(guid.version()).isEqualTo(4);
        }
        assertThat(guid.variant()).isEqualTo(2);
        assertThat(order.random(guid) >>> 42).as("counter").isEqualTo(0x0567);
        assertThat(INNODB.instant(order, guid)).isEqualTo(Instant.ofEpochMilli(0x018cc820db2eL));
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void aHundredThousandOfSixteenGeneratorsAreUniqueAndAscendForEach(GuidOrder order) {
        List<FakeClock> clocks =
                IntStream.range(0, 16).mapToObj(i -> new FakeClock(TURN)).toList();
        List<GuidGenerator> generators = clocks.stream()
                .map(clock -> new GuidGenerator(INNODB, order, clock))
                .toList();
        UUID[] last = new UUID[16];
        List<UUID> all = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            int writer = random.nextInt(16);
            clocks.get(writer).advance(Duration.ofMillis(random.nextInt(200) - 39));
            UUID next = generators.get(writer).nextGuid();
            if (last[writer] != null) {
                assertThat(order.comparator().compare(last[writer], next))
                        .as("%s before %s %s", last[writer], next, TestSeed.describe())
                        .isNegative();
            }
            last[writer] = next;
            all.add(next);
        }
        assertThat(all).doesNotHaveDuplicates();
        all.sort(order.comparator());
        assertThat(all.stream().map(guid -> INNODB.instant(order, guid).toEpochMilli() >> 16))
                .as("turns")
                .isSorted();
        // In a turn each generator's lie together: so many changes from one to the next as generators, for each turn.
        List<Long> runs = runs(order, all);
        assertThat(runs).doesNotHaveDuplicates();
    }

    /** Turn and generator of GUIDs, once for each run of the same. */
    private static List<Long> runs(GuidOrder order, List<UUID> guids) {
        List<Long> runs = new ArrayList<>();
        for (UUID guid : guids) {
            long run = order.state(guid) >>> 16;
            if (runs.isEmpty() || runs.get(runs.size() - 1) != run) {
                runs.add(run);
            }
        }
        return runs;
    }

    @Test
    void aLaneDrawsItsBitsOnceAndAnewAfterACheckpoint() {
        GuidGenerator generator = new GuidGenerator(INNODB, GuidOrder.BYTES, new FakeClock(TURN));
        List<Long> drawn = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            List<UUID> guids = new ArrayList<>(Arrays.asList(generator.nextGuids(600)));
            guids.add(generator.nextGuid());
            List<Long> runs = runs(GuidOrder.BYTES, guids);
            assertThat(runs).hasSize(1);
            drawn.add(runs.get(0) & 0xFFFF);
            generator.forgetRandomBits();
        }
        // Twenty draws of 16 bits: by chance three are equal once in 10^7 runs.
        assertThat(drawn.stream().distinct().count()).isGreaterThan(18);
    }

    /** A checkpoint ends while a thread draws the bits of a lane from the source of before the checkpoint. */
    @Test
    void aLaneHasNoBitsThatWereDrawnBeforeACheckpoint() {
        AtomicReference<GuidGenerator> generator = new AtomicReference<>();
        AtomicInteger sources = new AtomicInteger();
        AtomicInteger draws = new AtomicInteger();
        generator.set(new GuidGenerator(INNODB, GuidOrder.BYTES, new FakeClock(TURN), () -> {
            long lane = sources.incrementAndGet();
            return millis -> {
                if (draws.incrementAndGet() == 3) { // After the draws of the counter's start and of the GUID's bits.
                    generator.get().forgetRandomBits();
                }
                return lane << 42;
            };
        }));
        List<UUID> guids = List.of(generator.get().nextGuid());

        assertThat(sources).hasValue(2);
        assertThat(runs(GuidOrder.BYTES, guids).get(0) & 0xFFFF).isEqualTo(2);
    }

    @Test
    void everyOtherBitOfTheRandomOnesIsDrawnForEachGuid() {
        GuidGenerator generator = new GuidGenerator(INNODB, GuidOrder.BYTES, new FakeClock(TURN));
        long ones = 0;
        long zeros = 0;
        for (int i = 0; i < 1000; i++) {
            long bits = INNODB.randomOf(GuidOrder.BYTES, generator.nextGuid());
            ones |= bits;
            zeros |= ~bits;
        }
        assertThat(ones & zeros).isEqualTo((1L << 42) - 1);
    }

    @Test
    void threadsOfALaneDrawOnceTogether() throws Exception {
        for (int i = 0; i < 200; i++) {
            GuidGenerator generator = new GuidGenerator(INNODB, GuidOrder.BYTES, new FakeClock(TURN));
            List<UUID> guids = Threads.callTogether(4, () -> generator.nextGuid(3));
            assertThat(runs(GuidOrder.BYTES, guids)).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void eachOfSixteenLanesHasItsOwnBitsAndAscends(GuidOrder order) {
        FakeClock clock = new FakeClock(TURN);
        GuidGenerator generator = new GuidGenerator(INNODB, order, clock);
        assertThat(generator.lanes()).isEqualTo(16);
        UUID[] last = new UUID[16];
        List<UUID> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            int lane = random.nextInt(16);
            clock.advance(Duration.ofMillis(random.nextInt(5) - 1));
            UUID next = generator.nextGuid(lane);
            if (last[lane] != null) {
                assertThat(order.comparator().compare(last[lane], next))
                        .as("%s before %s %s", last[lane], next, TestSeed.describe())
                        .isNegative();
                assertThat(order.state(next) >>> 16 & 0xFFFF).isEqualTo(order.state(last[lane]) >>> 16 & 0xFFFF);
            }
            last[lane] = next;
            all.add(next);
        }
        assertThat(all).doesNotHaveDuplicates();
        assertThat(Stream.of(last)
                        .map(guid -> order.state(guid) >>> 16 & 0xFFFF)
                        .distinct()
                        .count())
                .as("lanes: by chance three of sixteen are equal once in 10^7 runs")
                .isGreaterThan(14);
    }

    @Test
    void otherFormatsHaveOneLane() {
        GuidGenerator generator = new GuidGenerator(GuidOrder.BYTES);
        assertThat(generator.lanes()).isOne();
        assertThat(generator.nextGuid(0).version()).isEqualTo(7);
        for (int lane : new int[] {-1, 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> generator.nextGuid(lane))
                    .withMessage("format [RFC_9562] has no lane [" + lane + "]; give a number from 0 to 0");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void wholeTurnsAreARangeAndOthersAreRefused(GuidOrder order) {
        FakeClock clock = new FakeClock(TURN);
        UUID first = INNODB.first(order, TURN);
        UUID last = INNODB.last(order, TURN.plusMillis(65_536).minusNanos(1));
        for (int i = 0; i < 2_000; i++) {
            Instant made = TURN.plusMillis(random.nextInt(-65_536, 2 * 65_536));
            clock.set(made);
            UUID guid = new GuidGenerator(INNODB, order, clock).nextGuid();
            boolean inside = order.comparator().compare(first, guid) <= 0
                    && order.comparator().compare(guid, last) <= 0;
            assertThat(inside)
                    .as("%s at %s %s", guid, made, TestSeed.describe())
                    .isEqualTo(!made.isBefore(TURN) && made.isBefore(TURN.plusMillis(65_536)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INNODB.first(order, TURN.plusMillis(1)))
                .withMessage("instant [" + TURN.plusMillis(1)
                        + "] lies inside a turn, in which GUIDs of format INNODB sort by lane first; give a span that"
                        + " begins and ends between turns, such as at " + TURN + " or " + TURN.plusMillis(65_536)
                        + ", and drop the GUIDs whose instant(order, guid) is outside of your span");
        assertThatIllegalArgumentException().isThrownBy(() -> INNODB.last(order, TURN.plusMillis(65_534)));
        assertThatIllegalArgumentException().isThrownBy(() -> INNODB.first(order, Instant.EPOCH.minusMillis(65_536)));
    }

    /** Time, counter and random bits come back from a format of the order of time, and differ as before. */
    @ParameterizedTest
    @EnumSource(names = {"BYTES", "MARIADB"})
    void comesBackFromTheStandardBitByBit(GuidOrder order) {
        for (GuidOrder other : GuidOrder.values()) {
            for (int i = 0; i < 500; i++) {
                UUID guid = INNODB.compose(order, random.nextLong(), random.nextLong());
                UUID there = INNODB.convert(order, guid, GuidFormat.RFC_9562, other);
                assertThat(there.version()).isEqualTo(other.version());
                assertThat(GuidFormat.RFC_9562.instant(other, there)).isEqualTo(INNODB.instant(order, guid));
                assertThat(GuidFormat.RFC_9562.convert(other, there, INNODB, order))
                        .as(TestSeed.describe())
                        .isEqualTo(guid);
            }
        }
    }

    @Test
    void anotherFormatsGuidIsRefused() {
        UUID standard = GuidFormat.RFC_9562.first(GuidOrder.BYTES, TURN);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INNODB.instant(GuidOrder.BYTES, standard))
                .withMessageContaining("is not of format INNODB in order BYTES: its version is 7");
        List<UUID> mixed = new ArrayList<>(List.of(standard, INNODB.first(GuidOrder.BYTES, TURN.plusMillis(65_536))));
        Collections.reverse(mixed);
        mixed.sort(GuidOrder.BYTES.comparator());
        assertThat(mixed.get(0)).as("old before the new of a later turn").isEqualTo(standard);
    }
}
