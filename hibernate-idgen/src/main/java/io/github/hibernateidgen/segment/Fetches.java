package io.github.hibernateidgen.segment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records the fetches of one generator: the fetches under way, and the results of the fetches that ended. This class has no
 * thread, no clock and no lock; {@link SegmentGenerator} has them.
 *
 * <p>Not thread-safe.
 */
final class Fetches {

    /**
     * A segment waits for each fetch that began before the segment arrived, until this long after the start of the fetch.
     * The fetch may bring lower numbers, which would be dropped once the numbers of the waiting segment have been issued.
     */
    static final long LONGEST_WAIT = MILLISECONDS.toNanos(200);

    /** While numbers are buffered, no fetch begins for this long after a failure, or after too many late segments. */
    private static final long PAUSE = SECONDS.toNanos(1);

    /** A call of the source. Its segment is kept only if {@code version} is still the current version. */
    record Fetch(int version, long number, long began) {}

    private final Set<Fetch> underWay = new HashSet<>();
    private int version;
    private long started;
    private long succeeded;
    private long failures;
    private long lastTook;
    private boolean paused;
    private long pausedSince;
    private @Nullable Throwable failure;
    private boolean failing;
    private long failedAt;

    /** Begins a fetch. */
    Fetch begin(long now) {
        Fetch fetch = new Fetch(version, started++, now);
        underWay.add(fetch);
        return fetch;
    }

    /** Records that a fetch brought a segment. Begins a pause if {@code pause} is true, and otherwise ends the pause. */
    void succeeded(Fetch fetch, boolean pause, long now) {
        succeeded++;
        failing = false;
        lastTook = now - fetch.began;
        paused = pause;
        pausedSince = now;
    }

    /** Records a failure, and begins a pause. Returns whether this is the first failure since a segment arrived. */
    boolean failed(Throwable e, long now) {
        paused = true;
        pausedSince = now;
        return noteFailure(e, now);
    }

    /**
     * Gives up the fetches under way, so other fetches can begin, and records a failure. Returns whether this is the first
     * failure since a segment arrived.
     */
    boolean abandon(Throwable silence, long now) {
        underWay.clear();
        return noteFailure(silence, now);
    }

    private boolean noteFailure(Throwable e, long now) {
        boolean first = !failing;
        failures++;
        failure = e;
        failing = true;
        failedAt = now;
        return first;
    }

    void end(Fetch fetch) {
        underWay.remove(fetch);
    }

    /** Begins the next version: the segments of the fetches under way will be dropped. */
    void forget() {
        version++;
        underWay.clear();
    }

    boolean isUnderWay(Fetch fetch) {
        return underWay.contains(fetch);
    }

    int underWay() {
        return underWay.size();
    }

    boolean isPaused(long now) {
        return paused && now - pausedSince < PAUSE;
    }

    /** Returns whether any of the first {@code count} fetches is under way and began less than {@link #LONGEST_WAIT} ago. */
    boolean hasRecentAmongFirst(long count, long now) {
        return count > 0
                && underWay.stream().anyMatch(fetch -> fetch.number < count && now - fetch.began < LONGEST_WAIT);
    }

    /** Returns how often {@link #forget()} was called. */
    int version() {
        return version;
    }

    /** Returns how many fetches have been started. */
    long started() {
        return started;
    }

    long succeeded() {
        return succeeded;
    }

    long failures() {
        return failures;
    }

    Duration lastTook() {
        return Duration.ofNanos(lastTook);
    }

    /** Returns the last failure, even if a fetch has succeeded after it. */
    @Nullable
    Throwable lastFailure() {
        return failure;
    }

    /** Returns the last failure, or empty if a fetch has succeeded after it. */
    Optional<Throwable> failure() {
        return failing ? Optional.ofNullable(failure) : Optional.empty();
    }

    Duration sinceFailure(long now) {
        return failing ? Duration.ofNanos(now - failedAt) : Duration.ZERO;
    }
}
