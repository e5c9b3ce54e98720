package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.time.Duration;

/**
 * Limits on how far a {@link SnowflakeGenerator} may run ahead of the clock and how long its callers wait, and the
 * spread of its sequences' starts.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxAhead how far the tick of an id may lie ahead of the clock, 0 to 1 hour. With 0, callers wait when a tick
 *     is full or the clock has stepped back. The duration is rounded down to whole ticks
 * @param maxWait how long a caller may wait for the clock, from one tick of the layout to 1 hour. If the wait would be
 *     longer, the request throws at once
 * @param sequenceSpread the exclusive upper bound of the random number at which a new tick starts its sequence, from 1
 *     to the capacity of the sequence; with 1 every tick starts at 0. A higher spread distributes the ids of slow
 *     traffic evenly over {@code id % shards}, but the skipped ids of each tick are lost
 */
public record SnowflakeLimits(Duration maxAhead, Duration maxWait, long sequenceSpread) {

    // Declared before DEFAULT, because the constructor of DEFAULT reads MAX.
    private static final Duration MAX = Duration.ofHours(1);

    /** No lead over the clock, waits of at most 5 seconds, and sequences that start at 0. */
    public static final SnowflakeLimits DEFAULT = new SnowflakeLimits(Duration.ZERO, Duration.ofSeconds(5), 1);

    /**
     * Returns the limits of a generator that is made without limits: {@link #DEFAULT} with the layout's default spread.
     *
     * @param layout the layout
     * @return limits with {@code maxAhead} 0, {@code maxWait} 5 seconds, and the spread {@link
     *     SnowflakeLayout#sequenceSpread()}
     */
    public static SnowflakeLimits of(SnowflakeLayout layout) {
        return new SnowflakeLimits(DEFAULT.maxAhead, DEFAULT.maxWait, layout.sequenceSpread());
    }

    /**
     * Checks the ranges that apply to all layouts.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SnowflakeLimits {
        requireInRange("max-ahead", maxAhead);
        requireInRange("max-wait", maxWait);
        if (sequenceSpread < 1) {
            throw new WrongArgumentException(
                    "sequence-spread [" + sequenceSpread + "] is below 1",
                    "give 1 to start each tick at 0, or more to start at random below it");
        }
    }

    /**
     * Checks the limits against a layout, as a generator does.
     *
     * @param layout the layout
     * @throws IllegalArgumentException if the spread exceeds the capacity of the layout's sequence, or max-wait is
     *     shorter than the layout's tick
     */
    public void requireFits(SnowflakeLayout layout) {
        if (sequenceSpread > layout.idsPerTick()) {
            throw new WrongArgumentException(
                    "sequence-spread [" + sequenceSpread + "] is more than the sequence of layout [" + layout.name()
                            + "] holds",
                    "give at most " + layout.idsPerTick());
        }
        if (maxWait.compareTo(layout.tick()) < 0) {
            throw new WrongArgumentException(
                    "max-wait [" + maxWait.toMillis() + " ms] is shorter than a tick of layout [" + layout.name() + "]",
                    "give at least " + layout.tick().toMillis() + " ms, so that a full tick can be waited out");
        }
    }

    private static void requireInRange(String limit, Duration value) {
        if (value.isNegative() || value.compareTo(MAX) > 0) {
            throw new WrongArgumentException(
                    limit + " [" + value + "] is out of range", "give a duration from 0 to " + MAX.toHours() + " hour");
        }
    }
}
