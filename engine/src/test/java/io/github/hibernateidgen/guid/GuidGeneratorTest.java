package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import io.github.hibernateidgen.testing.FakeClock;
import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuidGeneratorTest {

    private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

    private final FakeClock clock = new FakeClock(START);

    // The transition alone. A state is 48 bits of milliseconds above 16 bits of counter.

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            # what                                       | last              | ms             | random | next
            the first ever                               | 0x0               | 0x5            | 0x12   | 0x5_0012
            a fresh millisecond                          | 0x4_ffff          | 0x5            | 0x12   | 0x5_0012
            a fresh millisecond, counter from 0          | 0x4_0000          | 0x5            | 0x0    | 0x5_0000
            a fresh millisecond, counter from 32767      | 0x4_0000          | 0x5            | 0x7fff | 0x5_7fff
            only 15 random bits are used                 | 0x4_0000          | 0x5            | -0x1   | 0x5_7fff
            only 15 random bits are used, the lowest     | 0x4_0000          | 0x5            | 0x8000 | 0x5_0000
            a fresh millisecond long after               | 0x4_0000          | 0x10000        | 0x1    | 0x10000_0001
            a fresh millisecond after counter overflow   | 0x5_0003          | 0x6            | 0x1    | 0x6_0001
            the last millisecond of 48 bits              | 0x7fffffffffff_0000 | 0xffffffffffff | 0x1  | 0xffffffffffff_0001
            the first millisecond with the top bit       | 0x7fffffffffff_ffff | 0x800000000000 | 0x1  | 0x800000000000_0001
            """)
    void aFreshMillisecondStartsTheCounterAtRandom(
            String what, String last, String millis, String random, String next) {
        long result =
                GuidGenerator.next(state(last), state(millis) << 16, 1 << 15, millisNow -> Long.decode(random), 0);
        assertThat(result).as(what).isEqualTo(state(next));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            # what                                       | last              | ms             | next
            inside a millisecond                         | 0x5_0012          | 0x5            | 0x5_0013
            inside a millisecond, from counter 0         | 0x5_0000          | 0x5            | 0x5_0001
            a full counter goes on in the next one       | 0x5_ffff          | 0x5            | 0x6_0000
            the clock in the millisecond of an overflow  | 0x6_0000          | 0x6            | 0x6_0001
            the clock one back                           | 0x5_0012          | 0x4            | 0x5_0013
            the clock far back                           | 0x5_0012          | 0x0            | 0x5_0013
            the clock at 1970 on the first call          | 0x0               | 0x0            | 0x0_0001
            the clock back over the top bit              | 0x800000000000_0001 | 0x7fffffffffff | 0x800000000000_0002
            """)
    void insideAMillisecondOrWithTheClockBackTheStateCountsUpByOne(
            String what, String last, String millis, String next) {
        long result = GuidGenerator.next(state(last), state(millis) << 16, 1 << 15, GuidGeneratorTest::notAsked, 0);
        assertThat(result).as(what).isEqualTo(state(next));
    }

    // The generator.

    @Test
    void drawsTheCountersStartAndTheRandomBitsOnTheirOwn() {
        LongUnaryOperator random = sequence(0x1234, 0xAAAA, 0xBBBB);
        GuidGenerator generator = new GuidGenerator(
                GuidFormat.RFC_9562, GuidOrder.BYTES, new FakeClock(Instant.ofEpochMilli(5)), () -> random);
        assertThat(generator.nextGuid()).isEqualTo(GuidOrder.BYTES.compose(0x5_1234, 0xAAAA));
        assertThat(generator.nextGuid()).isEqualTo(GuidOrder.BYTES.compose(0x5_1235, 0xBBBB));
    }

    @Test
    void aBatchIsOneRunOfTheCounterWithRandomBitsForEachGuid() {
        LongUnaryOperator random = sequence(0x1234, 0xAAAA, 0xBBBB, 0xCCCC, 0xDDDD);
        FakeClock five = new FakeClock(Instant.ofEpochMilli(5));
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.SQL_SERVER, five, () -> random);
        assertThat(generator.nextGuids(3))
                .containsExactly(
                        GuidOrder.SQL_SERVER.compose(0x5_1234, 0xAAAA),
                        GuidOrder.SQL_SERVER.compose(0x5_1235, 0xBBBB),
                        GuidOrder.SQL_SERVER.compose(0x5_1236, 0xCCCC));
        assertThat(five.reads()).isEqualTo(1);
        assertThat(generator.nextGuid()).isEqualTo(GuidOrder.SQL_SERVER.compose(0x5_1237, 0xDDDD));
    }

    @Test
    void aBatchLongerThanTheCounterGoesOnInTheNextMilliseconds() {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock, () -> millis -> 0);
        UUID[] guids = generator.nextGuids(0x2_0001);
        assertThat(GuidOrder.BYTES.instant(guids[0xFFFF])).isEqualTo(START);
        assertThat(GuidOrder.BYTES.instant(guids[0x1_0000])).isEqualTo(START.plusMillis(1));
        assertThat(GuidOrder.BYTES.instant(guids[0x2_0000])).isEqualTo(START.plusMillis(2));
        assertThat(GuidOrder.BYTES.instant(generator.nextGuid())).isEqualTo(START.plusMillis(2));
    }

    @Test
    void aBatchOfNoneTakesNothing() {
        GuidGenerator generator =
                new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock, () -> GuidGeneratorTest::notAsked);
        assertThat(generator.nextGuids(0)).isEmpty();
        assertThat(clock.reads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void refusesANegativeCount(int count) {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.nextGuids(count))
                .withMessage("count [" + count + "] is negative; ask for 0 or more GUIDs");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 1L << 48, Long.MAX_VALUE})
    void refusesAClockThatDoesNotFit48Bits(long millis) {
        clock.set(Instant.ofEpochMilli(millis));
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock);
        String message = "the clock reads [" + millis + "] ms since 1970: instant [" + Instant.ofEpochMilli(millis)
                + "] does not fit this format's time; give one from 1970-01-01T00:00:00Z to"
                + " +10889-08-02T05:31:50.655Z; set the clock right";
        assertThatIllegalStateException().isThrownBy(generator::nextGuid).withMessage(message);
        assertThatIllegalStateException()
                .isThrownBy(() -> generator.nextGuids(2))
                .withMessage(message);
    }

    @ParameterizedTest
    @EnumSource
    void takesEveryClockThatFits48Bits(GuidOrder order) {
        for (long millis : new long[] {0, (1L << 47) - 1, 1L << 47, (1L << 48) - 1}) {
            clock.set(Instant.ofEpochMilli(millis));
            assertThat(order.instant(new GuidGenerator(GuidFormat.RFC_9562, order, clock).nextGuid()))
                    .isEqualTo(clock.now());
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriesTheInstantOfTheClock(GuidOrder order) {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, order, clock);
        assertThat(generator.order()).isEqualTo(order);
        for (int i = 0; i < 1000; i++) {
            clock.advanceMillis(1);
            assertThat(order.instant(generator.nextGuid())).isEqualTo(clock.now());
        }
    }

    @ParameterizedTest
    @EnumSource
    void staysInItsMillisecondWhileTheClockIsBack(GuidOrder order) {
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, order, clock);
        generator.nextGuid();
        for (Duration back : List.of(Duration.ofMillis(1), Duration.ofSeconds(5), Duration.ofHours(1))) {
            clock.set(START.minus(back));
            assertThat(order.instant(generator.nextGuid())).isEqualTo(START);
        }
        clock.set(START.plusMillis(1));
        assertThat(order.instant(generator.nextGuid())).isEqualTo(START.plusMillis(1));
    }

    @ParameterizedTest
    @EnumSource
    void theSystemClockGivesGuidsOfNow(GuidOrder order) {
        Instant before = Instant.now().minusMillis(1);
        UUID guid = new GuidGenerator(order).nextGuid();
        assertThat(order.instant(guid)).isBetween(before, Instant.now());
    }

    @ParameterizedTest
    @EnumSource
    void tenThousandGuidsAreInOrderSomeOfThemInBatches(GuidOrder order) {
        GuidGenerator generator = new GuidGenerator(order);
        List<UUID> guids = IntStream.range(0, 10_000 / 25)
                .mapToObj(i -> i % 2 == 0
                        ? IntStream.range(0, 25).mapToObj(j -> generator.nextGuid())
                        : Arrays.stream(generator.nextGuids(25)))
                .flatMap(stream -> stream)
                .toList();
        assertThat(guids).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(guids).isSortedAccordingTo(order.comparator());
        assertThat(guids).isSortedAccordingTo(ByteRanks.of(order).comparator());
    }

    @ParameterizedTest
    @EnumSource
    void aMillionGuidsStrictlyIncreaseWhileTheClockStepsBackAndForth(GuidOrder order) {
        Random steps = TestSeed.random();
        Comparator<UUID> comparator = order.comparator();
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, order, clock);
        Instant latest = START;
        UUID last = new UUID(0, 0);
        UUID ones = new UUID(0, 0);
        UUID zeros = new UUID(-1, -1);
        for (int i = 0; i < 1_000_000; i++) {
            if (i % 100 == 99) {
                clock.advanceMillis(
                        switch (steps.nextInt(40)) {
                            case 0 -> -1;
                            case 1 -> -5_000;
                            case 2 -> -3_600_000;
                            case 3 -> 5_000;
                            case 4 -> 3_600_000;
                            default -> steps.nextInt(3);
                        });
                latest = latest.isBefore(clock.now()) ? clock.now() : latest;
            }
            UUID guid = generator.nextGuid();
            if (comparator.compare(last, guid) >= 0) {
                fail("%s after %s, %s", guid, last, TestSeed.describe());
            }
            if (guid.version() != order.version() || guid.variant() != 2) {
                fail("%s has version %s and variant %s", guid, guid.version(), guid.variant());
            }
            if (order.instant(guid).isBefore(latest)) {
                fail("%s is of %s, the clock has reached %s", guid, order.instant(guid), latest);
            }
            last = guid;
            ones = new UUID(
                    ones.getMostSignificantBits() | guid.getMostSignificantBits(),
                    ones.getLeastSignificantBits() | guid.getLeastSignificantBits());
            zeros = new UUID(
                    zeros.getMostSignificantBits() & guid.getMostSignificantBits(),
                    zeros.getLeastSignificantBits() & guid.getLeastSignificantBits());
        }
        UUID free = order.compose(0xFFFF, -1);
        UUID fixed = order.compose(0, 0);
        assertThat(new UUID(
                        ones.getMostSignificantBits() & ~zeros.getMostSignificantBits() & free.getMostSignificantBits(),
                        ones.getLeastSignificantBits()
                                & ~zeros.getLeastSignificantBits()
                                & free.getLeastSignificantBits()))
                .as("the bits of counter and random that have been both 0 and 1")
                .isEqualTo(new UUID(
                        free.getMostSignificantBits() & ~fixed.getMostSignificantBits(),
                        free.getLeastSignificantBits() & ~fixed.getLeastSignificantBits()));
    }

    /** MariaDB refuses and misplaces values by their T6: only 40 to 4f is right on all of its versions. */
    @Test
    void everyGuidForMariaDbHasT6From40To4f() {
        GuidGenerator generator = new GuidGenerator(GuidOrder.MARIADB);
        for (UUID guid : generator.nextGuids(100_000)) {
            byte t6 = ByteRanks.bytes(guid)[6];
            if (t6 < 0x40 || t6 > 0x4f) {
                fail("%s has T6 = %x", guid, t6);
            }
        }
    }

    // The end of time.

    @ParameterizedTest
    @EnumSource
    void everyFormatRefusesClocksOutsideItsTimeInWords(GuidFormat format) {
        for (Instant now : List.of(
                Instant.MIN,
                Instant.MAX,
                Instant.ofEpochMilli(Long.MIN_VALUE),
                Instant.ofEpochMilli(Long.MAX_VALUE),
                Instant.parse("+12000-01-01T00:00:00Z"),
                Instant.parse("-1000-01-01T00:00:00Z"))) {
            GuidOrder order = Arrays.stream(GuidOrder.values())
                    .filter(format::fits)
                    .findFirst()
                    .orElseThrow();
            GuidGenerator generator = new GuidGenerator(format, order, InstantSource.fixed(now));
            assertThatIllegalStateException()
                    .as("%s at %s", format, now)
                    .isThrownBy(generator::nextGuid)
                    .withMessageStartingWith("the clock reads [")
                    .withMessageContaining("set ");
            assertThatIllegalStateException().isThrownBy(() -> generator.nextGuids(3));
        }
    }

    @Test
    void refusesToGoOnBehindTheLastMillisecondRatherThanStartAnew() {
        clock.set(Instant.ofEpochMilli((1L << 48) - 1));
        GuidGenerator generator = new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock);
        assertThatIllegalStateException()
                .isThrownBy(() -> generator.nextGuids(0x1_0001))
                .withMessageContaining("holds no time after [");
        generator.nextGuids(0x8000);
        assertThatIllegalStateException()
                .isThrownBy(() -> generator.nextGuids(0x1_0000))
                .withMessageContaining("holds no time after [+10889-08-02T05:31:50.655Z]");
    }

    /** Inside a tick a thread adds before it looks, and must not add to the last state of all. */
    @Test
    void theLastStatesOfAllAreNotCountedOverThoughTheClockGoesBack() {
        GuidGenerator generator =
                new GuidGenerator(GuidFormat.RFC_9562, GuidOrder.BYTES, clock, () -> millis -> 0x7fff);
        UUID last = generator.nextGuid();
        clock.set(Instant.ofEpochMilli((1L << 48) - 1));
        Comparator<UUID> comparator = GuidOrder.BYTES.comparator();
        for (int i = 0; i <= 0x8000; i++) {
            UUID guid = generator.nextGuid();
            assertThat(comparator.compare(last, guid)).isNegative();
            last = guid;
        }
        assertThat(last).isEqualTo(GuidOrder.BYTES.compose(-1, 0x7fff));
        for (Instant now : List.of(clock.now(), START, START.plusMillis(1))) {
            clock.set(now);
            assertThatIllegalStateException()
                    .isThrownBy(generator::nextGuid)
                    .withMessageContaining("holds no time after [");
        }
    }

    // A memory that is restored twice.

    /** Two generators whose memories are equal, on sources that hold all their state in memory. */
    private List<GuidGenerator> images(long... nanoTimes) {
        return Arrays.stream(nanoTimes)
                .mapToObj(nanoTime -> {
                    AtomicLong restoredAt = new AtomicLong();
                    GuidGenerator generator = new GuidGenerator(
                            GuidFormat.RFC_9562,
                            GuidOrder.BYTES,
                            clock,
                            () -> new SecureRandomBits(1, DeterministicSource::create, restoredAt::get));
                    // With the counter's start, the 32 that come first, and 386 of the 512 of the next buffer: 126 are
                    // left.
                    generator.nextGuids(417);
                    restoredAt.set(nanoTime);
                    return generator;
                })
                .toList();
    }

    private static long equalOf192(List<GuidGenerator> images) {
        Set<UUID> ofTheFirst = Set.of(images.get(0).nextGuids(192));
        return Arrays.stream(images.get(1).nextGuids(192))
                .filter(ofTheFirst::contains)
                .count();
    }

    @Test
    void twoImagesOfOneMemoryAreEqualWithoutAClockToTell() {
        List<GuidGenerator> images = images(7, 8);
        assertThat(equalOf192(images)).isEqualTo(126);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_001, 1_100, 3_600_000, -1, -3_600_000})
    void twoImagesOfOneMemoryUseDifferentBitsOnceTheClockHasMovedByMoreThanASecondOrBack(long millis) {
        List<GuidGenerator> images = images(7, 8);
        clock.advanceMillis(millis);
        assertThat(equalOf192(images)).isZero();
    }

    @Test
    void twoImagesOfOneMemoryUseDifferentBitsOnceTheyHaveForgottenTheOldOnes() {
        List<GuidGenerator> images = images(7, 8);
        images.forEach(GuidGenerator::forgetRandomBits);
        assertThat(equalOf192(images)).isZero();
    }

    @Test
    void theCountersStartIsNoBitOfOldEither() {
        List<GuidGenerator> images = images(7, 8);
        clock.advanceMillis(1_001);
        assertThat(images.get(0).nextGuid().getMostSignificantBits())
                .isNotEqualTo(images.get(1).nextGuid().getMostSignificantBits());
    }

    /** Bits are of the second in which they are used, also where making a batch takes longer. */
    @Test
    void aLongBatchReadsTheClockAgain() {
        List<Long> asked = new ArrayList<>();
        GuidGenerator generator = new GuidGenerator(
                GuidFormat.RFC_9562,
                GuidOrder.BYTES,
                () -> {
                    clock.advanceMillis(700);
                    return clock.now();
                },
                () -> millis -> {
                    asked.add(millis);
                    return 0;
                });
        generator.nextGuids(1_200);
        long first = START.toEpochMilli() + 700;
        assertThat(asked.stream().distinct()).containsExactly(first, first + 700, first + 1_400);
    }

    private static long state(String text) {
        return Long.parseUnsignedLong(text.substring(2).replace("_", ""), 16);
    }

    private static LongUnaryOperator sequence(long... values) {
        PrimitiveIterator.OfLong rest = Arrays.stream(values).iterator();
        return millis -> rest.nextLong();
    }

    private static long notAsked(long millis) {
        throw new AssertionError("asked for random bits");
    }
}
