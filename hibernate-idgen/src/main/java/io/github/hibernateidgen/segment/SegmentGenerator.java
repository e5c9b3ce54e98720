package io.github.hibernateidgen.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.hibernateidgen.segment.Fetches.Fetch;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of segments in ascending order. An executor fetches the next segments before the current segment is used
 * up. So a caller waits only for the first segment, and while callers are faster than the store.
 *
 * <p>The first call of {@link #nextId()} starts the first fetch. Only numbers that the source has confirmed are issued. While
 * the source is down, buffered numbers are issued; when no numbers are left, callers get an error. A restart leaves a gap: the
 * segments that were buffered or being fetched, at most {@code maxPrefetch + 1} segments if no caller had to wait for 1 s. If
 * the source throws a {@link NumbersLostException}, the buffered numbers are dropped.
 *
 * <p>Thread-safe.
 */
public final class SegmentGenerator implements AutoCloseable {

    /** After this wait, a caller fetches from its own source, because waiting callers may hold all connections of the pool. */
    private static final long LONG_WAIT = SECONDS.toNanos(1);

    /** After this many late segments in a row, callers get an error: the source has gone back below the issued numbers. */
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
        this.store = source.describe();
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
     * Returns the next number. A caller may hold a resource that the fetches wait for, such as the last connection of a pool.
     * Such a caller passes a source that uses the caller's resource and waits for no other resource. After the caller has
     * waited for 1 s, and if that source {@linkplain SegmentSource#isFree is free}, the generator fetches from it on the
     * caller's thread.
     *
     * @param callerSource the caller's own access to the same store, or null
     * @return a number greater than every number that this generator returned since it was made or {@linkplain #reset()
     *     reset}
     * @throws SegmentException if no number is buffered and the source gives no segment
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public long nextId(@Nullable SegmentSource callerSource) {
        long id = takeWithoutClock();
        if (id != SegmentBuffer.NONE) {
            return id;
        }
        try {
            lock.lock();
            long failuresBefore = fetches.failures();
            id = take(true);
            return id != SegmentBuffer.NONE ? id : await(callerSource, failuresBefore);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next number, or {@link SegmentBuffer#NONE} where {@link #nextId()} would wait. Starts due fetches. */
    long poll() {
        long id = takeWithoutClock();
        return id != SegmentBuffer.NONE ? id : lock.locked(() -> take(true));
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
            return buffer.takeBeforeDue(fetches.underWay());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a number, and starts due fetches.
     *
     * @param fetchIfNone whether to start due fetches even if there is no number
     */
    private long take(boolean fetchIfNone) {
        while (true) {
            requireOpen();
            long id = takeBuffered();
            int taken = fetches.version();
            if (id != SegmentBuffer.NONE || fetchIfNone) {
                startFetches();
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
        // A fetch that was started before the next segment arrived may bring lower numbers.
        return fetches.hasRecentAmongFirst(buffer.fetchesBeforeNext(), lock.now())
                ? SegmentBuffer.NONE
                : buffer.take(lock.now());
    }

    private long await(@Nullable SegmentSource callerSource, long failuresBefore) {
        waits++;
        long start = lock.now();
        SegmentSource unasked = callerSource;
        while (true) {
            long id = take(false);
            if (id != SegmentBuffer.NONE) {
                return id;
            }
            long waited = lock.now() - start;
            long rest = limits.timeout().toNanos() - waited;
            boolean failed = fetches.failures() > failuresBefore;
            throwIfFutile(failed, rest);
            if (!failed && startFetches()) {
                continue;
            }
            if (buffer.buffered() > 0) {
                pause(Math.min(rest, Fetches.LONGEST_WAIT));
            } else if (unasked == null) {
                pause(rest);
            } else if (waited < LONG_WAIT) {
                pause(Math.min(rest, LONG_WAIT - waited));
            } else if (unlocked(unasked::isFree)) {
                requireOpen(); // A segment that is fetched while suspended would be part of the memory image.
                ask(unasked);
                unasked = null;
            } else if (buffer.buffered() == 0) {
                pause(Math.min(rest, LONG_WAIT));
            }
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

    private void throwIfFutile(boolean failed, long rest) {
        Throwable failure = fetches.lastFailure();
        if (failed && failure != null && fetches.underWay() == 0) {
            throw withoutSegment(failure);
        }
        if (buffer.droppedInARow() >= MOST_DROPPED) {
            throw exception(
                    "returned [" + buffer.droppedInARow() + "] segments in a row below [" + buffer.issued()
                            + "], which has been issued; check whether it was set back",
                    null);
        }
        if (rest <= 0) {
            throw giveUp();
        }
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
     * Fetches on the caller's thread. The caller holds the lock from the arrival of the segment until it has taken a number
     * from the buffer.
     */
    private void ask(SegmentSource callerSource) {
        Fetch fetch = fetches.begin(lock.now());
        Segment segment;
        try {
            segment = unlocked(callerSource::fetch);
        } catch (Throwable e) {
            forgetIfLost(e);
            end(fetch);
            if (e instanceof Error error) {
                throw error;
            }
            throw withoutSegment(e);
        }
        arrived(fetch, segment);
    }

    /**
     * Starts due fetches. The lock is released while the executor gets the fetches, because the executor may start threads,
     * or run the fetches on this thread.
     *
     * @return whether the executor got fetches; if so, the whole state may have changed
     */
    private boolean startFetches() {
        if (buffer.buffered() > 0 && fetches.isPaused(lock.now())) {
            return false;
        }
        int count = buffer.due(fetches.underWay());
        if (count <= 0) {
            return false;
        }
        List<Fetch> due = IntStream.range(0, count)
                .mapToObj(fetch -> fetches.begin(lock.now()))
                .toList();
        return unlocked(() -> {
            due.forEach(this::execute);
            return true;
        });
    }

    /**
     * Passes a fetch to the executor. If the executor throws, for example because it cannot start a thread, the fetch counts as
     * failed. An executor that runs fetches on the caller's thread also throws the {@code Error} of a fetch; such a fetch has
     * been counted already.
     */
    private void execute(Fetch fetch) {
        try {
            executor.execute(() -> run(fetch));
        } catch (Throwable e) {
            lock.locked(() -> {
                if (fetches.isUnderWay(fetch)) {
                    failed(fetch, e);
                }
            });
        }
    }

    /** Fetches without the lock. An {@code Error} counts as a failure, and is thrown to the executor as well. */
    private void run(Fetch fetch) {
        boolean wanted = lock.locked(() -> fetches.isUnderWay(fetch));
        if (!wanted) {
            return;
        }
        Segment segment;
        try {
            segment = source.fetch();
        } catch (Throwable e) {
            lock.locked(() -> failed(fetch, e));
            if (e instanceof Error error) {
                throw error;
            }
            return;
        }
        lock.locked(() -> arrived(fetch, segment));
    }

    /**
     * Buffers a segment, even if no caller waits for the segment any more. Drops the segment if {@link #forget()} was called
     * after the segment was requested.
     */
    private void arrived(Fetch fetch, Segment segment) {
        if (fetch.version() != fetches.version()) {
            return;
        }
        long droppedBefore = buffer.dropped();
        try {
            buffer.arrived(segment, fetches.started());
        } catch (IllegalStateException e) {
            failed(fetch, e);
            return;
        }
        if (buffer.dropped() > droppedBefore && droppedBefore == 0) {
            long issued = buffer.issued();
            lock.log(
                    WARNING,
                    () -> "segment [" + segment + "] of " + store + " arrived after [" + issued
                            + "] had been issued, and was dropped so that ids ascend; further dropped segments are"
                            + " only counted",
                    null);
        }
        if (fetches.failure().isPresent()) {
            lock.log(INFO, () -> store + " returns segments again", null);
        }
        fetches.succeeded(fetch, buffer.droppedInARow() > limits.maxConcurrentFetches(), lock.now());
        end(fetch);
    }

    private void failed(Fetch fetch, Throwable e) {
        if (fetch.version() != fetches.version()) {
            return;
        }
        boolean first = fetches.failed(e, lock.now());
        forgetIfLost(e);
        logFailure(first, e);
        end(fetch);
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

    /** Gives up the fetches under way, so other fetches can begin. Returns the exception for the caller. */
    private SegmentException giveUp() {
        SegmentException silence = exception(
                "has not answered within [" + limits.timeout().toMillis()
                        + " ms]; check whether the store is overloaded, or all connections to it are in use",
                null);
        if (fetches.underWay() > 0) {
            logFailure(fetches.abandon(silence, lock.now()), silence);
            lock.signalAll();
        }
        return silence;
    }

    /**
     * Drops buffered numbers and fetches under way, and accepts numbers below the issued numbers. Call this method after the
     * store was set back together with all rows that contain its numbers.
     */
    public void reset() {
        lock.locked(() -> {
            forget();
            buffer.reset();
        });
    }

    /**
     * Drops buffered numbers and fetches under way, and rejects requests for numbers until {@link #resume()}. Call this
     * method before an image of the process's memory is made, because the image may be restored more than once.
     */
    public void suspend() {
        lock.locked(() -> {
            suspended = true;
            forget();
        });
    }

    /** Lets numbers be issued again, from segments that are fetched from now on. */
    public void resume() {
        lock.locked(() -> suspended = false);
    }

    /** Closes this generator; buffered numbers are lost. Does not wait for fetches under way. */
    @Override
    public void close() {
        lock.locked(() -> {
            closed = true;
            forget();
        });
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
                fetches.failure(),
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
