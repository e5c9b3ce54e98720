package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.time.Duration;

/**
 * How far a {@link SegmentGenerator} fetches ahead, and how long its callers wait. Immutable and thread-safe.
 *
 * @param maxPrefetch how many segments a generator may keep ahead, from 1 to 1,000. This limit bounds the gap that a
 *     restart leaves
 * @param maxConcurrentFetches how many fetches may be under way at a time, from 1 to 64. Each fetch takes a connection
 * @param target how long the segments that are kept ahead should last, from 1 ms to 1 h. The longer a segment lasts,
 *     the fewer segments are kept ahead
 * @param timeout how long a caller waits when no number is buffered, from 1 ms to 10 min
 */
public record SegmentLimits(int maxPrefetch, int maxConcurrentFetches, Duration target, Duration timeout) {

    /** Up to 32 segments, up to 6 concurrent fetches, a target of 1 s, and a timeout of 10 s. */
    public static final SegmentLimits DEFAULT = new SegmentLimits(32, 6, Duration.ofSeconds(1), Duration.ofSeconds(10));

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public SegmentLimits {
        requireInRange("max-prefetch", maxPrefetch, 1, 1_000, "a number from 1 to 1000");
        requireInRange("max-concurrent-fetches", maxConcurrentFetches, 1, 64, "a number from 1 to 64");
        Duration shortest = Duration.ofMillis(1);
        requireInRange("target", target, shortest, Duration.ofHours(1), "a duration from 1 ms to 60 min");
        requireInRange("timeout", timeout, shortest, Duration.ofMinutes(10), "a duration from 1 ms to 10 min");
    }

    private static <T extends Comparable<T>> void requireInRange(String limit, T value, T least, T most, String range) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new WrongArgumentException(limit + " [" + value + "] is out of range", "give " + range);
        }
    }
}
