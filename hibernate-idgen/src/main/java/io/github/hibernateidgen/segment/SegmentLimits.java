package io.github.hibernateidgen.segment;

import java.time.Duration;

/**
 * How far a {@link SegmentGenerator} fetches ahead, and how long it waits. Immutable and thread-safe.
 *
 * @param maxPrefetch how many segments may be buffered, from 1 to 1,000. It bounds the gap that a restart leaves
 * @param maxConcurrentFetches how many fetches may be under way at a time, from 1 to 64: as many connections
 * @param target how long the buffered segments should last, from 1 ms to 1 h. Fewer are buffered where one lasts longer
 * @param timeout how long a caller waits when nothing is buffered, from 1 ms to 10 min
 */
public record SegmentLimits(int maxPrefetch, int maxConcurrentFetches, Duration target, Duration timeout) {

    // Above DEFAULT, whose constructor reads them.
    private static final int MOST_SEGMENTS = 1_000;
    private static final int MOST_FETCHES = 64;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Up to 32 segments and 6 fetches, what a second takes, a timeout of 10 s. */
    public static final SegmentLimits DEFAULT = new SegmentLimits(32, 6, Duration.ofSeconds(1), Duration.ofSeconds(10));

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SegmentLimits {
        requireInRange("max-prefetch", maxPrefetch, MOST_SEGMENTS);
        requireInRange("max-concurrent-fetches", maxConcurrentFetches, MOST_FETCHES);
        requireInRange("target", target, Duration.ofHours(1));
        requireInRange("timeout", timeout, Duration.ofMinutes(10));
    }

    private static void requireInRange(String limit, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    limit + " [" + value + "] is out of range; give a number from 1 to " + most);
        }
    }

    private static void requireInRange(String limit, Duration value, Duration longest) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(limit + " [" + value + "] is out of range; give a duration from 1 ms to "
                    + longest.toMinutes() + " min");
        }
    }
}
