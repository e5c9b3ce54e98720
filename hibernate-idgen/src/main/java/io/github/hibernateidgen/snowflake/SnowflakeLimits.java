package io.github.hibernateidgen.snowflake;

import java.time.Duration;

/**
 * Limits on how far a {@link SnowflakeGenerator} may run ahead of the clock and how long callers wait, and the start of its
 * sequences.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxAhead how far the tick of an id may lie ahead of the clock, 0 to 1 hour. With 0, a full tick or a clock
 *     that stepped back makes callers wait. It is rounded down to whole ticks
 * @param maxWait how long one id may wait for the clock before it is refused, from one tick of the layout to 1 hour. A
 *     wait that would be longer is refused at once
 * @param sequenceSpread a fresh tick starts its sequence at a random number below this, from 1 up to the capacity of the
 *     sequence; 1 starts at 0. A higher number spreads the ids of slow traffic evenly over {@code id % shards}, and loses
 *     the ids of a tick that are skipped
 */
public record SnowflakeLimits(Duration maxAhead, Duration maxWait, long sequenceSpread) {

    // Above DEFAULT, whose constructor reads it.
    private static final Duration MAX = Duration.ofHours(1);

    /** The limits without running ahead of the clock, with at most 5 seconds of waiting, and sequences from 0. */
    public static final SnowflakeLimits DEFAULT = new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), 1);

    /**
     * Returns the limits of a generator that is given none: {@link #DEFAULT} with the layout's own spread.
     *
     * @param layout the layout
     * @return not ahead of the clock, at most 5 seconds of waiting, {@link SnowflakeLayout#sequenceSpread()}
     */
    public static SnowflakeLimits of(SnowflakeLayout layout) {
        return new SnowflakeLimits(DEFAULT.maxAhead, DEFAULT.maxWait, layout.sequenceSpread());
    }

    /**
     * Checks the ranges that hold for all layouts.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SnowflakeLimits {
        requireInRange("max-ahead", maxAhead);
        requireInRange("max-wait", maxWait);
        if (sequenceSpread < 1) {
            throw new IllegalArgumentException("sequence-spread [" + sequenceSpread
                    + "] is below 1; give 1 to start each tick at 0, or more to start at random below it");
        }
    }

    /**
     * Checks the limits against a layout, as a generator does.
     *
     * @param layout the layout
     * @throws IllegalArgumentException if the spread is more than its sequence holds, or max-wait shorter than its tick
     */
    public void requireFits(SnowflakeLayout layout) {
        if (sequenceSpread > layout.idsPerTick()) {
            throw new IllegalArgumentException("sequence-spread [" + sequenceSpread
                    + "] is more than the sequence of layout [" + layout.name() + "] holds; give at most "
                    + layout.idsPerTick());
        }
        if (maxWait.compareTo(layout.tick()) < 0) {
            throw new IllegalArgumentException("max-wait [" + maxWait.toMillis()
                    + " ms] is shorter than a tick of layout [" + layout.name() + "]; give at least "
                    + layout.tick().toMillis() + " ms, so that a full tick can be waited out");
        }
    }

    private static void requireInRange(String limit, Duration value) {
        if (value.isNegative() || value.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(
                    limit + " [" + value + "] is out of range; give a duration from 0 to " + MAX.toHours() + " hour");
        }
    }
}
