package io.github.hibernateidgen.guid;

import java.time.Duration;
import java.time.Instant;

/** Converts instants to the units in which a {@link GuidFormat} writes the time, and back; refuses those out of range. */
final class FormatTimes {

    private static final Instant DAY_ZERO = Instant.parse("1900-01-01T00:00:00Z");
    private static final long MAX_DAY = 0xFFFF;

    private static final Instant NET_ZERO = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant NET_END = Instant.parse("+10000-01-01T00:00:00Z");
    private static final Instant NET_48_BITS_END = NET_ZERO.plusMillis(1L << 48);
    private static final long UNIX_ZERO_TICKS = 621_355_968_000_000_000L;

    private static final Instant UNIX_END = Instant.ofEpochMilli(1L << 48);

    private FormatTimes() {}

    /** Returns Unix milliseconds, in 48 bits. */
    static long unixMillis(Instant instant) {
        if (instant.isBefore(Instant.EPOCH) || !instant.isBefore(UNIX_END)) {
            throw outOfRange(instant, Instant.EPOCH, UNIX_END.minusMillis(1));
        }
        return instant.toEpochMilli();
    }

    /** Returns ticks of 100 ns since 0001-01-01T00:00:00Z. */
    static long netTicks(Instant instant) {
        if (instant.isBefore(NET_ZERO) || !instant.isBefore(NET_END)) {
            throw outOfRange(instant, NET_ZERO, NET_END.minusNanos(100));
        }
        return UNIX_ZERO_TICKS + instant.getEpochSecond() * 10_000_000 + instant.getNano() / 100;
    }

    /** Returns ticks / 10000, in 48 bits. */
    static long netMillis(Instant instant) {
        if (!instant.isBefore(NET_48_BITS_END)) {
            throw outOfRange(instant, NET_ZERO, NET_48_BITS_END.minusNanos(100));
        }
        return netTicks(instant) / 10_000;
    }

    static Instant ofNetTicks(long ticks) {
        return ofUnixTicks(ticks - UNIX_ZERO_TICKS);
    }

    /** Converts ticks of 100 ns since 1970. */
    static Instant ofUnixTicks(long ticks) {
        return Instant.ofEpochSecond(Math.floorDiv(ticks, 10_000_000), Math.floorMod(ticks, 10_000_000) * 100L);
    }

    /** Returns the milliseconds since midnight, with the fractions that .NET knows: 100 ns. */
    static double millisOfDay(Instant instant) {
        long ticks = Math.floorMod(instant.getEpochSecond(), 86_400) * 10_000_000L + instant.getNano() / 100;
        return ticks / 10_000.0;
    }

    /** Returns a state of days since 1900 and ticks of the day, above a counter of 0. */
    static long daysAndTicks(Instant instant, long ticksOfDay) {
        long day = Math.floorDiv(instant.getEpochSecond() - DAY_ZERO.getEpochSecond(), 86_400);
        if (day < 0 || day > MAX_DAY) {
            throw outOfRange(
                    instant,
                    DAY_ZERO,
                    DAY_ZERO.plus(Duration.ofDays(MAX_DAY + 1)).minusNanos(100));
        }
        return (day << 32 | ticksOfDay) << GuidGenerator.COUNTER_BITS;
    }

    static Instant instantOfDay(long state, double tickMillis) {
        long ticks = state >>> GuidGenerator.COUNTER_BITS & 0xFFFF_FFFFL;
        return DAY_ZERO.plus(Duration.ofDays(state >>> 48)).plusNanos(Math.round(ticks * tickMillis * 1_000_000));
    }

    private static IllegalArgumentException outOfRange(Instant instant, Instant first, Instant last) {
        return new IllegalArgumentException(
                "instant [" + instant + "] does not fit this format's time; give one from " + first + " to " + last);
    }
}
