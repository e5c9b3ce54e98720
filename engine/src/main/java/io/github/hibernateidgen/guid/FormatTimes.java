package io.github.hibernateidgen.guid;

import java.time.Duration;
import java.time.Instant;

/** The units in which a {@link GuidFormat} writes the time. */
enum FormatTimes {

    /** Unix milliseconds, in 48 bits. */
    UNIX_MILLIS,

    /** Ticks of 100 ns since 0001-01-01T00:00:00Z, in 64 bits, without a counter below them. */
    NET_TICKS,

    /** Milliseconds since 0001-01-01T00:00:00Z, in 48 bits. */
    NET_MILLIS,

    /** Days since 1900, in 16 bits, and ticks of {@link #NHIBERNATE_TICK} since midnight, in 32 bits. */
    NHIBERNATE_DAYS,

    /** Days since 1900, in 16 bits, and ticks of 1/300 s since midnight, in 32 bits. */
    SQL_SERVER_DAYS;

    /** NHibernate's tick in milliseconds, slightly less than 1/300 s. */
    private static final double NHIBERNATE_TICK = 3.333333;

    private static final Instant DAY_ZERO = Instant.ofEpochSecond(-2_208_988_800L);
    private static final Instant DAYS_END = DAY_ZERO.plus(Duration.ofDays(1 << 16));

    private static final Instant NET_ZERO = Instant.ofEpochSecond(-62_135_596_800L);
    private static final Instant NET_END = Instant.ofEpochSecond(253_402_300_800L); // the year 10000
    private static final Instant NET_48_BITS_END = NET_ZERO.plusMillis(1L << 48);
    private static final long UNIX_ZERO_TICKS = 621_355_968_000_000_000L;

    private static final Instant UNIX_END = Instant.ofEpochMilli(1L << 48);

    /** Returns the lowest state of an instant's tick: the time, above a counter of 0 if the format has a counter. */
    long state(Instant instant) {
        return switch (this) {
            case UNIX_MILLIS ->
                checked(Instant.EPOCH, instant, UNIX_END, 1_000_000).toEpochMilli() << GuidGenerator.COUNTER_BITS;
            case NET_TICKS -> netTicks(checked(NET_ZERO, instant, NET_END, 100));
            case NET_MILLIS ->
                (netTicks(checked(NET_ZERO, instant, NET_48_BITS_END, 100)) / 10_000) << GuidGenerator.COUNTER_BITS;
            case NHIBERNATE_DAYS, SQL_SERVER_DAYS -> daysAndTicks(instant);
        };
    }

    /** Returns the first instant of a state's tick. */
    Instant instantOf(long state) {
        long time = state >>> GuidGenerator.COUNTER_BITS;
        return switch (this) {
            case UNIX_MILLIS -> Instant.ofEpochMilli(time);
            case NET_TICKS -> ofUnixTicks(state - UNIX_ZERO_TICKS);
            case NET_MILLIS -> ofUnixTicks(time * 10_000 - UNIX_ZERO_TICKS);
            case NHIBERNATE_DAYS -> instantOfDay(time, NHIBERNATE_TICK);
            case SQL_SERVER_DAYS -> instantOfDay(time, 1 / 0.3);
        };
    }

    /** Converts ticks of 100 ns since 1970 to an instant. */
    static Instant ofUnixTicks(long ticks) {
        return Instant.ofEpochSecond(Math.floorDiv(ticks, 10_000_000), Math.floorMod(ticks, 10_000_000) * 100L);
    }

    private static long netTicks(Instant instant) {
        return UNIX_ZERO_TICKS + instant.getEpochSecond() * 10_000_000 + instant.getNano() / 100;
    }

    private long daysAndTicks(Instant instant) {
        Duration since = Duration.between(DAY_ZERO, checked(DAY_ZERO, instant, DAYS_END, 100));
        long nanosOfDay = since.minusDays(since.toDays()).toNanos();
        return (since.toDays() << 32 | ticksOfDay(nanosOfDay)) << GuidGenerator.COUNTER_BITS;
    }

    /**
     * Returns the ticks since midnight by the formula of the .NET library. The library calculates with double precision,
     * so the division may round down at the exact start of a tick. .NET's instants are multiples of 100 ns.
     */
    private long ticksOfDay(long nanosOfDay) {
        double millis = nanosOfDay / 1_000_000.0;
        return (long) (this == NHIBERNATE_DAYS ? millis / NHIBERNATE_TICK : millis * 0.3);
    }

    /**
     * Returns the first instant for which {@link #ticksOfDay} returns these ticks. The instant is exact to the nanosecond:
     * rounding to 100 ns would make a tick of 1/300 s as short as NHibernate's tick, and a conversion could then merge two
     * ticks.
     */
    private Instant instantOfDay(long time, double tickMillis) {
        long ticks = time & 0xFFFF_FFFFL;
        long nanosOfDay = Math.max(0, (long) (ticks * tickMillis * 1_000_000) - 1);
        while (ticksOfDay(nanosOfDay) < ticks) {
            nanosOfDay++;
        }
        return DAY_ZERO.plus(Duration.ofDays(time >>> 32)).plusNanos(nanosOfDay);
    }

    /** Throws unless an instant is in a range. The message has the first instant and the last unit before the end. */
    private static Instant checked(Instant first, Instant instant, Instant end, long unit) {
        if (instant.isBefore(first) || !instant.isBefore(end)) {
            throw new IllegalArgumentException("instant [" + instant
                    + "] does not fit this format's time; give one from " + first + " to " + end.minusNanos(unit));
        }
        return instant;
    }
}
