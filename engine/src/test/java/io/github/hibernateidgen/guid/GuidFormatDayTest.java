package io.github.hibernateidgen.guid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.testing.LongTest;
import io.github.hibernateidgen.testing.TestSeed;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The time of each format over a whole day: a million of its 86,400,000 milliseconds, sampled at random. */
class GuidFormatDayTest {

    private static final Instant DAY = Instant.parse("2026-11-26T00:00:00Z");
    private static final int DAY_MILLIS = 86_400_000;
    private static final int SAMPLES = LongTest.RUN ? 1_000_000 : 100_000;
    private static final long TICK = 1L << GuidGenerator.COUNTER_BITS;

    /** How many consecutive ticks are looked at from midnight on, and where two units of days meet again, at 09:15. */
    private static final int CONSECUTIVE = 4_000;

    static Stream<Arguments> formatsAndOrders() {
        return Arrays.stream(GuidFormat.values())
                .flatMap(format -> Arrays.stream(GuidOrder.values())
                        .filter(format::fits)
                        .map(order -> Arguments.of(format, order)));
    }

    @ParameterizedTest(name = "{0} in order {1}")
    @MethodSource("formatsAndOrders")
    void aQueryUpToOrFromTheInstantOfAGuidFindsTheGuid(GuidFormat format, GuidOrder order) {
        Random random = TestSeed.random();
        Comparator<UUID> comparator = order.comparator();
        int lost = 0;
        UUID example = null;
        for (int i = 0; i < SAMPLES; i++) {
            Instant madeAt = DAY.plusMillis(random.nextInt(DAY_MILLIS)).plusNanos(random.nextInt(1_000_000));
            long state = format.state(madeAt);
            UUID guid =
                    format.compose(order, state + random.nextLong(format.lastOf(state) - state + 1), random.nextLong());
            Instant instant = format.instant(order, guid);
            if (comparator.compare(format.first(order, border(format, instant, 0)), guid) > 0
                    || comparator.compare(guid, format.last(order, border(format, instant, 0xFFFF))) > 0
                    || instant.isAfter(madeAt)
                    || format.state(instant.minusNanos(1)) >= state) {
                lost++;
                example = guid;
            }
        }
        assertThat(lost)
                .as("of %d, such as %s, %s", SAMPLES, example, TestSeed.describe())
                .isZero();
    }

    /** Queries of INNODB begin and end between turns. */
    private static Instant border(GuidFormat format, Instant instant, long millisInTurn) {
        return format == GuidFormat.INNODB
                ? Instant.ofEpochMilli(instant.toEpochMilli() & ~0xFFFFL | millisInTurn)
                : instant;
    }

    private record Way(GuidFormat format, GuidOrder order) {

        static Stream<Way> all() {
            return Stream.of(
                    new Way(GuidFormat.RFC_9562, GuidOrder.BYTES),
                    new Way(GuidFormat.NHIBERNATE, GuidOrder.SQL_SERVER),
                    new Way(GuidFormat.SEQUENTIAL_GUID, GuidOrder.BYTES),
                    new Way(GuidFormat.RT_COMB, GuidOrder.MARIADB),
                    new Way(GuidFormat.RT_COMB_LEGACY, GuidOrder.SQL_SERVER));
        }

        /** Returns the nanoseconds of a tick, rounded up. */
        long tick() {
            return switch (format) {
                case NHIBERNATE -> 3_333_333;
                case RT_COMB_LEGACY -> 3_333_334;
                default -> 1_000_000;
            };
        }
    }

    static Stream<Arguments> conversions() {
        return Way.all().flatMap(from -> Way.all().map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest(name = "from {0} to {1}")
    @MethodSource("conversions")
    void aConversionKeepsTheOrderOfNeighbouringTicks(Way from, Way to) {
        Random random = TestSeed.random();
        int wrong = 0;
        for (int i = 0; i < SAMPLES; i++) {
            wrong += keepsOrder(from, to, DAY.plusMillis(random.nextInt(DAY_MILLIS - 4)), random) ? 0 : 1;
        }
        for (Duration time : new Duration[] {Duration.ZERO, Duration.ofHours(9).plusMinutes(15)}) {
            for (int i = 0; i < CONSECUTIVE; i++) {
                Instant instant = DAY.plus(time).plusNanos(i * from.tick());
                wrong += keepsOrder(from, to, instant, random) ? 0 : 1;
            }
        }
        assertThat(wrong).as(TestSeed.describe()).isZero();
    }

    /** Returns whether a GUID of a tick and a GUID of the next tick have the same order after their conversion. */
    private static boolean keepsOrder(Way from, Way to, Instant instant, Random random) {
        long state = from.format.state(instant);
        UUID earlier = from.format.compose(from.order, state | random.nextLong(TICK), random.nextLong());
        UUID later = from.format.compose(from.order, state + TICK | random.nextLong(TICK), random.nextLong());
        UUID first = from.format.convert(from.order, earlier, to.format, to.order);
        UUID second = from.format.convert(from.order, later, to.format, to.order);
        if (to.tick() > from.tick()
                && to.format.stateOf(to.order, first) >>> GuidGenerator.COUNTER_BITS
                        == to.format.stateOf(to.order, second) >>> GuidGenerator.COUNTER_BITS) {
            return true; // GUIDs of a longer tick ascend by their counters alone.
        }
        return to.order.comparator().compare(first, second) < 0;
    }
}
