package io.github.hibernateidgen.segment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fetches of one generator: those under way, and how those that ended went. It has no thread, no clock and no lock;
 * {@link SegmentGenerator} has them.
 *
 * <p>Not thread-safe.
 */
final class Fetches {

    /**
     * How long a segment waits for segments that were requested before it: they may have lower numbers, and would be dropped
     * after it.
     */
    static final long LONGEST_WAIT = MILLISECONDS.toNanos(200);

    /** How long no fetch begins after a failure, while numbers are buffered. */
    private static final long PAUSE = SECONDS.toNanos(1);

    /** A call of the source. Its segment is kept only if the version is still the one in which it began. */
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

    /** Notes that a fetch brought a segment; begins a pause if the source brings only late ones. */
    void succeeded(Fetch fetch, boolean pause, long now) {
        succeeded++;
        failing = false;
        lastTook = now - fetch.began;
        paused = pause;
        pausedSince = now;
    }

    /** Notes a failure, and begins a pause; returns whether it is the first one since a segment arrived. */
    boolean failed(Throwable e, long now) {
        paused = true;
        pausedSince = now;
        return noteFailure(e, now);
    }

    /** Gives up the fetches under way: others may begin. Returns as {@link #failed} does. */
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

    /** Begins the next version: what the fetches under way bring is dropped. */
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

    /** Returns whether one of the first {@code count} fetches is under way, and began less than {@link #LONGEST_WAIT} ago. */
    boolean hasRecentAmongFirst(long count, long now) {
        return count > 0
                && underWay.stream().anyMatch(fetch -> fetch.number < count && now - fetch.began < LONGEST_WAIT);
    }

    /** Returns how often everything was forgotten. */
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

    /** Returns the last failure, also if a fetch has succeeded since. */
    @Nullable
    Throwable lastFailure() {
        return failure;
    }

    /** Returns the last failure, if no fetch has succeeded since. */
    Optional<Throwable> failure() {
        return failing ? Optional.ofNullable(failure) : Optional.empty();
    }

    Duration failingFor(long now) {
        return failing ? Duration.ofNanos(now - failedAt) : Duration.ZERO;
    }
}
