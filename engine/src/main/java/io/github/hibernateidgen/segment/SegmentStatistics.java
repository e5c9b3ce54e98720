package io.github.hibernateidgen.segment;

import java.time.Duration;
import java.util.Optional;

/**
 * Counts of a {@link SegmentGenerator} since it was made. Immutable and thread-safe.
 *
 * @param size how many numbers of a segment the generator issues: the segment's size divided by the step
 * @param buffered how many numbers can be issued without another fetch
 * @param prefetch how many segments the generator keeps ahead now; the faster segments are used, the higher this number is
 * @param fetches how many segments have arrived
 * @param failures how many fetches have failed
 * @param dropped how many segments were dropped, because they did not start above the last issued number
 * @param waits how often a caller had to wait for a segment
 * @param lastFetch how long the last successful fetch took; zero before the first successful fetch
 * @param failure why the last fetch failed; empty once a later fetch has brought a segment. After a failure, the next fetch
 *     begins only when an id is requested
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
     * How long health reports a failed fetch. Only a request for an id starts the next fetch. Without this limit, an
     * unhealthy process that gets no more requests would stay unhealthy for ever.
     */
    private static final Duration FAILURE_COUNTS = Duration.ofSeconds(10);

    /**
     * Returns the failure that health reports.
     *
     * @return why the last fetch failed; empty once a later fetch has brought a segment, and 10 s after the failure
     */
    public Optional<Throwable> recentFailure() {
        return failure.filter(cause -> sinceFailure.compareTo(FAILURE_COUNTS) < 0);
    }
}
