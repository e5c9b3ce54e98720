package io.github.hibernateidgen.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.segment.Fetches.Fetch;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of segments in ascending order. An executor fetches the next segments before the current segment is used
 * up. So a caller waits only for the first segment, and while callers are faster than the store.
 *
 * <p>The first call of {@link #nextId()} starts the first fetch. Only numbers that the source has confirmed are issued. While
 * the source is down, buffered numbers are issued; when no numbers are left, callers get an error. A restart leaves a gap: the
 * segments that were buffered or being fetched, at most {@code maxPrefetch + 1} segments if no caller had to fetch. If the
 * source throws a {@link NumbersLostException}, the buffered numbers are dropped.
 *
 * <p>Thread-safe.
 */
public final class SegmentGenerator implements AutoCloseable {

    /**
     * A caller that has waited for this many late segments gets an error: the source has gone back below the issued numbers.
     * The next callers fetch further segments, until the source is above the issued numbers again.
     */
    private static final int MOST_DROPPED = 100;

    private final SegmentSource source;
    private final String store;
    private final SegmentLimits limits;
    private final Executor executor;
    private final SegmentLock lock;

    // Guarded by the lock.
    private final SegmentBuffer buffer;
    private final Fetches fetches = new Fetches();
    private long waits;
    private boolean suspended;
    private boolean closed;

    /**
     * Makes a generator without fetching a segment yet. The generator logs to the JDK's
     * {@linkplain System#getLogger(String) system logger} {@code io.github.hibernateidgen.segment}.
     *
     * @param source where segments come from
     * @param numbers which numbers of the segments are issued
     * @param limits how far to fetch ahead, and how long to wait
     * @param executor runs the fetches, which block; the caller owns the executor, and ends it after this generator
     * @param clock a clock for durations, in nanoseconds, like {@code System::nanoTime}
     * @throws IllegalArgumentException if a segment of the source has fewer numbers than the step, or more than
     *     {@link Integer#MAX_VALUE}
     */
    public SegmentGenerator(
            SegmentSource source, OffsetAndStep numbers, SegmentLimits limits, Executor executor, LongSupplier clock) {
        this(source, numbers, limits, executor, clock, System.getLogger("io.github.hibernateidgen.segment"));
    }

    /**
     * Makes a generator that logs to the given logger instead of the JDK's system logger.
     *
     * @param source where segments come from
     * @param offsetAndStep which numbers of the segments are issued
     * @param limits how far to fetch ahead, and how long to wait
     * @param executor runs the fetches, which block; the caller owns the executor, and ends it after this generator
     * @param clock a clock for durations, in nanoseconds, like {@code System::nanoTime}
     * @param logger receives a line for each change, from any thread
     * @throws IllegalArgumentException if a segment of the source has fewer numbers than the step, or more than
     *     {@link Integer#MAX_VALUE}
     */
    public SegmentGenerator(
            SegmentSource source,
            OffsetAndStep offsetAndStep,
            SegmentLimits limits,
            Executor executor,
            LongSupplier clock,
            System.Logger logger) {
        this(source, limits, executor, clock, SegmentBuffer.of(source, offsetAndStep, limits), logger);
    }

    SegmentGenerator(
            SegmentSource source,
            SegmentLimits limits,
            Executor executor,
            LongSupplier clock,
            SegmentBuffer buffer,
            System.Logger logger) {
        this.source = source;
        this.store = Secrets.masked(source.describe());
        this.limits = limits;
        this.executor = executor;
        this.buffer = buffer;
        this.lock = new SegmentLock(source, clock, logger);
    }

    /**
     * Returns the next number.
     *
     * @return a number greater than every number that this generator returned since it was made or {@linkplain #reset()
     *     reset}
     * @throws SegmentException if no number is buffered and the source gives no segment
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public long nextId() {
        return nextId(null);
    }

    /**
     * Returns the next number. A caller may hold a resource that the fetches wait for, such as a connection of a pool. Such a
     * caller passes a source that uses the caller's resource and waits for no other resource. If no number is buffered, and
     * no fetch under way was sent within the last 200 ms, the generator fetches from that source on the caller's thread.
     *
     * @param callerSource the caller's own access to the same store, or null
     * @return a number greater than every number that this generator returned since it was made or {@linkplain #reset()
     *     reset}
     * @throws SegmentException if no number is buffered and the source gives no segment
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public long nextId(@Nullable SegmentSource callerSource) {
        long id = takeWithoutClock();
        return id != SegmentBuffer.NONE ? id : nextId(this, self -> callerSource);
    }

    /**
     * Returns the next number, as {@link #nextId(SegmentSource)} does. Asks for the caller's source only if no number can be
     * taken without a fetch.
     *
     * @param caller the caller
     * @param source returns the access of a caller to the same store, or null
     * @param <C> the type of callers
     * @return the number
     * @throws SegmentException if no number is buffered and the source gives no segment
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public <C> long nextId(C caller, Function<? super C, ? extends @Nullable SegmentSource> source) {
        long id = takeWithoutClock();
        if (id != SegmentBuffer.NONE) {
            return id;
        }
        SegmentSource callerSource = source.apply(caller);
        try {
            lock.lock();
            long failuresBefore = fetches.failures();
            id = take(callerSource == null);
            return id != SegmentBuffer.NONE ? id : await(callerSource, failuresBefore);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next number, or {@link SegmentBuffer#NONE} where {@link #nextId(SegmentSource)} would wait. */
    long poll(@Nullable SegmentSource callerSource) {
        long id = takeWithoutClock();
        return id != SegmentBuffer.NONE
                ? id
                : lock.locked(() -> {
                    long buffered = take(callerSource == null);
                    return buffered == SegmentBuffer.NONE && callerSource != null && ask(callerSource)
                            ? take(false)
                            : buffered;
                });
    }

    /**
     * Takes a number, unless a fetch is due once the number is taken. Most calls need only this method. Reading the clock would
     * take longer than the rest of the call.
     */
    private long takeWithoutClock() {
        if (source.isLost()) {
            return SegmentBuffer.NONE;
        }
        lock.lockWithoutClock();
        try {
            return buffer.takeBeforeDue(fetches.segmentsOnTheWay(), fetches.isFree(limits.maxConcurrentFetches()));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a number, and starts a due fetch.
     *
     * @param fetchIfNone whether to start a due fetch even if there is no number
     */
    private long take(boolean fetchIfNone) {
        while (true) {
            requireOpen();
            long id = takeBuffered();
            int taken = fetches.version();
            if (id != SegmentBuffer.NONE || fetchIfNone) {
                startFetch();
            }
            if (id == SegmentBuffer.NONE || fetches.version() == taken) {
                return id;
            }
            // forget() was called while the lock was released: drop this number, which belongs to the previous version.
        }
    }

    private long takeBuffered() {
        if (lock.isLost() && buffer.buffered() > 0) {
            forget();
        }
        // A fetch that was sent before the next segment arrived may bring lower numbers.
        return fetches.hasRecentAmongFirst(buffer.fetchesBeforeNext(), lock.now())
                ? SegmentBuffer.NONE
                : buffer.take(lock.now());
    }

    private long await(@Nullable SegmentSource callerSource, long failuresBefore) {
        waits++;
        long start = lock.now();
        long droppedBefore = buffer.dropped();
        while (true) {
            long id = take(false);
            if (id != SegmentBuffer.NONE) {
                return id;
            }
            requireFewDropped(buffer.dropped() - droppedBefore);
            long rest = limits.timeout().toNanos() - (lock.now() - start);
            if (rest <= 0) {
                throw timedOut();
            }
            boolean started =
                    callerSource == null ? fetches.failures() == failuresBefore && startFetch() : ask(callerSource);
            if (started) {
                continue;
            }
            if (fetches.isNoneUnderWay() && buffer.buffered() == 0) {
                throw withoutSegment(requireNonNull(fetches.lastFailure()));
            }
            // Nobody signals that a fetch is overdue, or is so old that this caller may fetch.
            pause(Math.min(rest, callerSource != null || buffer.buffered() > 0 ? Fetches.LONGEST_WAIT : Fetches.PAUSE));
        }
    }

    /** Calls foreign code. The lock is released during the call, so the whole state may have changed after the call. */
    private <T> T unlocked(Supplier<T> work) {
        lock.unlock();
        try {
            return work.get();
        } finally {
            lock.lock();
        }
    }

    private void requireFewDropped(long dropped) {
        if (dropped >= MOST_DROPPED) {
            throw exception(
                    "returned [" + dropped + "] segments in a row below [" + buffer.issued()
                            + "], which has been issued; check whether it was set back",
                    null);
        }
    }

    /** Returns the exception of a caller that has waited for too long. The fetches go on for the other callers. */
    private SegmentException timedOut() {
        SegmentException silence = exception(
                "has not answered within [" + limits.timeout().toMillis()
                        + (fetches.isNoneSent()
                                ? " ms], and no fetch has a connection on which a server answers; check whether all"
                                        + " connections to it are in use, or no new connection can be made, as when its"
                                        + " server is stopped"
                                : " ms], and a fetch was sent; check whether another transaction locks it, or its server"
                                        + " is overloaded or unreachable"),
                null);
        logFailure(fetches.silent(silence, lock.now()), silence);
        return silence;
    }

    private void pause(long nanos) {
        try {
            lock.await(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exception("has not answered, and the wait ended because this thread was interrupted", e);
        }
    }

    /**
     * Fetches on the caller's thread if no number is buffered and no recent fetch has a connection. The caller holds the lock
     * from the arrival of the segment until it has taken a number from the buffer.
     *
     * @return whether a segment was fetched; if so, the whole state may have changed
     */
    private boolean ask(SegmentSource callerSource) {
        if (buffer.buffered() > 0 || fetches.hasRecent(lock.now())) {
            return false;
        }
        Fetch fetch = fetches.sendCallers(lock.now());
        Segment segment;
        try {
            segment = unlocked(callerSource::fetch);
        } catch (Throwable e) {
            forgetIfLost(e);
            end(fetch);
            if (e instanceof Error error) {
                throw error;
            }
            throw withoutSegment(Secrets.masked(e));
        }
        arrived(fetch, List.of(segment));
        return true;
    }

    /**
     * Starts a fetch if a fetch is due. At most one fetch waits for its connection, and reads all that is due then. The lock
     * is released while the executor gets the fetch, because the executor may start a thread, or run the fetch on this
     * thread.
     *
     * @return whether the executor got a fetch; if so, the whole state may have changed
     */
    private boolean startFetch() {
        long now = lock.now();
        fetches.overdue(now).forEach(this::giveUp);
        Fetch waiting = fetches.withoutThread(now);
        if (waiting != null) {
            return start(waiting);
        }
        if (!fetches.isFree(limits.maxConcurrentFetches())
                || buffer.due(fetches.segmentsOnTheWay()) == 0
                || (buffer.buffered() > 0 && fetches.isPaused(now))
                || fetches.isSlow(now)) {
            return false;
        }
        Fetch fetch = fetches.queue(now);
        return fetch != null && start(fetch);
    }

    private boolean start(Fetch fetch) {
        return unlocked(() -> {
            execute(fetch);
            return true;
        });
    }

    private void giveUp(Fetch fetch) {
        String problem = fetch.isSent()
                ? "has not answered a request within [" + BoundedCall.LONGEST.toSeconds()
                        + " s]; check whether its server hangs, and give the driver a network timeout"
                : "gave no connection within [" + BoundedCall.LONGEST_WAIT.toSeconds()
                        + " s]; check whether the log-in to its server hangs, and give the driver a timeout for it";
        fetches.giveUp(fetch);
        SegmentException silence = exception(problem, null);
        logFailure(fetches.failed(silence, lock.now()), silence);
        lock.signalAll();
    }

    /**
     * Passes a fetch to the executor. If the executor throws, for example because it cannot start a thread, the fetch counts as
     * failed.
     */
    private void execute(Fetch fetch) {
        try {
            executor.execute(() -> run(fetch));
        } catch (Throwable e) {
            Throwable shown = Secrets.masked(e);
            lock.locked(() -> failed(fetch, shown));
        }
    }

    /**
     * Fetches without the lock. The callers that wait get any failure, masked, even an {@code Error}. The executor would print
     * an {@code Error} with its secrets.
     */
    private void run(Fetch fetch) {
        if (!lock.locked(() -> fetches.begin(fetch, lock.now()))) {
            return;
        }
        List<Segment> segments;
        try {
            segments = source.fetch(most -> lock.locked(() -> send(fetch, most)));
        } catch (Throwable e) {
            Throwable shown = Secrets.masked(e);
            lock.locked(() -> {
                fetches.returned(fetch);
                failed(fetch, shown);
            });
            return;
        }
        lock.locked(() -> arrived(fetch, segments));
    }

    /** Returns how many segments a fetch that has its connection shall bring, at most {@code most}. */
    private int send(Fetch fetch, int most) {
        if (!fetches.isUnderWay(fetch) || fetch.isSent()) {
            return 0;
        }
        int due = buffer.due(fetches.segmentsOnTheWay());
        int count = Math.min(Math.min(due, fetches.longestBatch()), most);
        if (count > 0) {
            fetches.send(fetch, count, lock.now());
        }
        if (count < due) {
            lock.signalAll(); // A caller that waits may start the next fetch.
        }
        return count;
    }

    /** Buffers segments, even if no caller waits for them any more. Drops the segments of a fetch that was given up. */
    private void arrived(Fetch fetch, List<Segment> segments) {
        fetches.returned(fetch);
        if (!fetches.isUnderWay(fetch)) {
            return;
        }
        try {
            segments.forEach(this::arrived);
        } catch (IllegalStateException e) {
            failed(fetch, e);
            return;
        }
        if (!segments.isEmpty()) {
            if (fetches.problem().isPresent()) {
                lock.log(INFO, () -> store + " returns segments again", null);
            }
            boolean pause = buffer.droppedInARow() > limits.maxConcurrentFetches();
            fetches.succeeded(fetch, segments.size(), pause, lock.now());
        }
        end(fetch);
    }

    private void arrived(Segment segment) {
        long droppedBefore = buffer.dropped();
        buffer.arrived(segment, fetches.sent());
        if (buffer.dropped() > droppedBefore && droppedBefore == 0) {
            long issued = buffer.issued();
            lock.log(
                    WARNING,
                    () -> "segment [" + segment + "] of " + store + " arrived after [" + issued
                            + "] had been issued, and was dropped so that ids ascend; further dropped segments are"
                            + " only counted",
                    null);
        }
    }

    private void failed(Fetch fetch, Throwable e) {
        boolean wanted = fetches.isUnderWay(fetch);
        end(fetch);
        forgetIfLost(e); // Even if the fetch was given up.
        if (wanted) {
            logFailure(fetches.failed(e, lock.now()), e);
        }
    }

    /** Logs the first failure; repetitions are only counted. */
    private void logFailure(boolean first, Throwable failure) {
        if (first) {
            long buffered = buffer.buffered();
            lock.log(
                    WARNING,
                    () -> store + " returned no usable segment; [" + buffered + "] numbers are buffered, and further"
                            + " fetches follow: "
                            + reason(failure),
                    failure);
        }
    }

    private void forgetIfLost(Throwable e) {
        if (e instanceof NumbersLostException) {
            forget();
        }
    }

    private void end(Fetch fetch) {
        fetches.end(fetch);
        lock.signalAll();
    }

    /**
     * Drops buffered numbers and fetches under way, and accepts numbers below the issued numbers. Call this method after the
     * store was set back together with all rows that contain its numbers.
     */
    public void reset() {
        withoutClock(() -> {
            forget();
            buffer.reset();
        });
    }

    /**
     * Drops buffered numbers and fetches under way, and rejects requests for numbers until {@link #resume()}. Call this
     * method before an image of the process's memory is made, because the image may be restored more than once.
     */
    public void suspend() {
        withoutClock(() -> {
            suspended = true;
            forget();
        });
    }

    /** Lets numbers be issued again, from segments that are fetched from now on. */
    public void resume() {
        withoutClock(() -> suspended = false);
    }

    /** Closes this generator; buffered numbers are lost. Does not wait for fetches under way. */
    @Override
    public void close() {
        withoutClock(() -> {
            closed = true;
            forget();
        });
    }

    /** Runs work under the lock. Neither the clock nor the source is asked, so neither can prevent the work. */
    private void withoutClock(Runnable work) {
        lock.lockWithoutClock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        fetches.forget();
        buffer.clear();
        lock.signalAll();
    }

    /**
     * Returns the statistics of this generator.
     *
     * @return the counts since this generator was made
     */
    public SegmentStatistics statistics() {
        return lock.locked(() -> new SegmentStatistics(
                buffer.size(),
                buffer.buffered(),
                buffer.prefetch(),
                fetches.succeeded(),
                fetches.failures(),
                buffer.dropped(),
                waits,
                fetches.lastTook(),
                fetches.problem(),
                fetches.sinceFailure(lock.now())));
    }

    @Override
    public String toString() {
        return "segments of " + store;
    }

    private void requireOpen() {
        if (closed || suspended) {
            throw new IllegalStateException(this
                    + (closed
                            ? " are closed; make ids before the shutdown"
                            : " are suspended while an image of the process is made; ids can be made again"
                                    + " after the restore"));
        }
    }

    private SegmentException withoutSegment(Throwable failure) {
        return exception("returned no usable segment: " + reason(failure), failure);
    }

    private SegmentException exception(String problem, @Nullable Throwable cause) {
        return new SegmentException(store + " " + problem, cause);
    }

    /** Returns why a fetch failed. The class is included for an {@code Error}, and for an exception without a message. */
    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof Error ? failure.toString() : message;
    }
}
