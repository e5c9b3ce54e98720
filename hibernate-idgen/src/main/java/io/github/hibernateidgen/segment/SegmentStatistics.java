package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.Optional;

/**
 * Counts of a {@link SegmentGenerator} since it was made. Immutable and thread-safe.
 *
 * @param size how many numbers a segment has
 * @param buffered how many numbers can be issued without another fetch
 * @param prefetch how many segments it keeps ahead now: more, the faster they are used
 * @param fetches how many segments have arrived
 * @param failures how many fetches have failed
 * @param dropped how many segments were dropped, because they were below a number that had been issued
 * @param waits how often a caller found nothing buffered
 * @param lastFetch how long the last fetch took that brought a segment; zero before the first
 * @param failure why the last fetch failed; empty once one has brought a segment. The next fetch begins when an id is
 *     requested
 * @param sinceFailure the time since that failure; zero without a failure
 */
public record SegmentStatistics(
        long size,
        long buffered,
        int prefetch,
        long fetches,
        long failures,
        long dropped,
        long waits,
        Duration lastFetch,
        Optional<Throwable> failure,
        Duration sinceFailure) {

    /**
     * How long a failed fetch counts for health. Only ids cause the next fetch, so a process that gets no requests, because
     * of its health, would stay unhealthy for ever.
     */
    private static final Duration FAILURE_COUNTS = Duration.ofSeconds(10);

    /**
     * Returns the failure that health reports.
     *
     * @return why the last fetch failed; empty once one has brought a segment, and 10 s after the failure
     */
    public Optional<Throwable> recentFailure() {
        return failure.filter(cause -> sinceFailure.compareTo(FAILURE_COUNTS) < 0);
    }
}
