package io.github.hibernateidgen.segment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.Throttle;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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
     * A segment waits for each fetch that was sent before the segment arrived, until this long after the fetch was sent. The
     * fetch may bring lower numbers, which would be dropped once the numbers of the waiting segment have been issued.
     */
    static final long LONGEST_WAIT = MILLISECONDS.toNanos(200);

    /**
     * While numbers are buffered, no fetch begins for this long after a failure, or after too many late segments. If a fetch
     * was sent longer ago than this, at most {@link #MOST_BESIDE_SLOW} fetches are under way.
     */
    static final long PAUSE = SECONDS.toNanos(1);

    private static final int MOST_BESIDE_SLOW = 2;

    /** The aim for the time of a fetch, so that a database that is far away is asked on several connections at once. */
    private static final long LONGEST_BATCH = MILLISECONDS.toNanos(100);

    private static final long UNSENT = -1;

    /** A call of a source. Guarded by the lock of the generator. */
    static final class Fetch {

        private final boolean callers;
        private boolean begun;
        private boolean stuck;
        private long number = UNSENT;
        private int segments;
        private long since;

        private Fetch(boolean callers, long now) {
            this.callers = callers;
            this.since = now;
        }

        boolean isSent() {
            return number != UNSENT;
        }

        private boolean isOverdue(long now) {
            Duration longest = isSent() ? BoundedCall.LONGEST : BoundedCall.LONGEST_WAIT;
            return !callers && begun && now - since >= longest.toNanos();
        }
    }

    private final Throttle throttle = new Throttle();
    private final Set<Fetch> underWay = new HashSet<>();
    private @Nullable Fetch queued;
    private int sentByThreads;
    private int segmentsOnTheWay;
    private int version;
    private long sent;
    private long succeeded;
    private long failures;
    private long lastTook;
    private long nanosPerSegment = 1;
    private boolean paused;
    private long pausedSince;
    private @Nullable Throwable lastFailure;
    private @Nullable Throwable problem;
    private boolean failing;
    private long failedAt;

    /**
     * Returns the queued fetch if it has waited for a thread for long. Pass it to the executor again: the executor may start a
     * thread beside threads that hang. The fetch keeps its place, and begins once.
     */
    @Nullable
    Fetch withoutThread(long now) {
        if (queued == null || queued.begun || now - queued.since < BoundedCall.LONGEST.toNanos()) {
            return null;
        }
        queued.since = now;
        return queued;
    }

    /** Begins a fetch, which waits for its thread and its connection. Returns null if too many earlier fetches are stuck. */
    @Nullable
    Fetch queue(long now) {
        if (!throttle.begin(now)) {
            return null;
        }
        Fetch fetch = new Fetch(false, now);
        underWay.add(fetch);
        queued = fetch;
        return fetch;
    }

    /** Records that a queued fetch has its thread. Returns false if the fetch has begun before, or is not wanted any more. */
    boolean begin(Fetch fetch, long now) {
        if (fetch.begun || !isUnderWay(fetch)) {
            return false;
        }
        fetch.begun = true;
        fetch.since = now;
        return true;
    }

    /** Begins a fetch of a caller, which has its connection. */
    Fetch sendCallers(long now) {
        Fetch fetch = new Fetch(true, now);
        fetch.number = sent++;
        underWay.add(fetch);
        return fetch;
    }

    /** Records that a queued fetch has its connection, on which a server answers, and asks for so many segments. Another fetch may then be queued. */
    void send(Fetch fetch, int segments, long now) {
        fetch.number = sent++;
        fetch.since = now;
        fetch.segments = segments;
        queued = null;
        sentByThreads++;
        segmentsOnTheWay += segments;
    }

    /** Records that a fetch brought segments. Begins a pause if {@code pause} is true, and otherwise ends the pause. */
    void succeeded(Fetch fetch, int segments, boolean pause, long now) {
        succeeded += segments;
        failing = false;
        paused = pause;
        pausedSince = now;
        lastTook = now - fetch.since;
        if (!fetch.callers) {
            nanosPerSegment = Math.max(1, lastTook / segments);
        }
    }

    /** Records a failure, and begins a pause. Returns whether this is the first failure since a segment arrived. */
    boolean failed(Throwable e, long now) {
        failures++;
        lastFailure = e;
        paused = true;
        pausedSince = now;
        return silent(e, now);
    }

    /** Records a failure that ends no fetch. Returns whether this is the first failure since a segment arrived. */
    boolean silent(Throwable e, long now) {
        boolean first = !failing;
        problem = e;
        failing = true;
        failedAt = now;
        return first;
    }

    /** Records that a fetch has returned or thrown, even if it was given up before. Only fetches of threads are throttled. */
    void returned(Fetch fetch) {
        if (fetch.stuck) {
            throttle.returnedLate();
        } else if (!fetch.callers) {
            throttle.returned();
        }
    }

    /** Returns the fetches of threads that have taken too long, and shall be given up. */
    List<Fetch> overdue(long now) {
        return underWay.stream().filter(fetch -> fetch.isOverdue(now)).toList();
    }

    /** Gives up a fetch whose thread is stuck, so that another fetch can begin. */
    void giveUp(Fetch fetch) {
        end(fetch);
        fetch.stuck = true;
        throttle.giveUp();
    }

    void end(Fetch fetch) {
        if (underWay.remove(fetch)) {
            if (fetch == queued) {
                queued = null;
            } else if (!fetch.callers) {
                sentByThreads--;
                segmentsOnTheWay -= fetch.segments;
            }
        }
    }

    /** Begins the next version: the segments of the fetches under way will be dropped. */
    void forget() {
        version++;
        List.copyOf(underWay).forEach(this::end);
    }

    boolean isUnderWay(Fetch fetch) {
        return underWay.contains(fetch);
    }

    boolean isNoneUnderWay() {
        return underWay.isEmpty();
    }

    /** Returns whether no fetch under way has a connection on which a server answers. */
    boolean isNoneSent() {
        return underWay.stream().noneMatch(Fetch::isSent);
    }

    /** Returns how many segments were requested by the fetches that were sent and have not ended. */
    int segmentsOnTheWay() {
        return segmentsOnTheWay;
    }

    /** Returns whether another fetch can be queued. */
    boolean isFree(int mostAtOnce) {
        return queued == null && sentByThreads < mostAtOnce;
    }

    /** Returns whether a slow fetch forbids another one: a server that does not answer gets few sessions. */
    boolean isSlow(long now) {
        return sentByThreads >= MOST_BESIDE_SLOW
                && underWay.stream().anyMatch(fetch -> fetch.segments > 0 && now - fetch.since >= PAUSE);
    }

    boolean isPaused(long now) {
        return paused && now - pausedSince < PAUSE;
    }

    /** Returns how many segments a fetch can bring in {@link #LONGEST_BATCH}, and at least 1. */
    int longestBatch() {
        return (int) Math.max(1, LONGEST_BATCH / nanosPerSegment);
    }

    /** Returns whether any fetch under way was sent less than {@link #LONGEST_WAIT} ago. */
    boolean hasRecent(long now) {
        return hasRecentAmongFirst(sent, now);
    }

    /** Returns whether any of the first {@code count} fetches is under way and was sent less than {@link #LONGEST_WAIT} ago. */
    boolean hasRecentAmongFirst(long count, long now) {
        return count > 0
                && underWay.stream()
                        .anyMatch(fetch -> fetch.isSent() && fetch.number < count && now - fetch.since < LONGEST_WAIT);
    }

    /** Returns how often {@link #forget()} was called. */
    int version() {
        return version;
    }

    /** Returns how many fetches have been sent. */
    long sent() {
        return sent;
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

    /** Returns why the last of the failed fetches failed, even if a fetch has succeeded after it. */
    @Nullable
    Throwable lastFailure() {
        return lastFailure;
    }

    /** Returns the last failure of a fetch or of a wait, or empty if a fetch has succeeded after it. */
    Optional<Throwable> problem() {
        return failing ? Optional.ofNullable(problem) : Optional.empty();
    }

    Duration sinceFailure(long now) {
        return failing ? Duration.ofNanos(now - failedAt) : Duration.ZERO;
    }
}
