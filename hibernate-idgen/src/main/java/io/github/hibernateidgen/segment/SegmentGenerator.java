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
 * Issues the numbers of segments, each greater than the one before. An executor fetches the next segments before the current
 * one is used up, so a caller waits only for the first segment, or if callers are faster than the store.
 *
 * <p>The first call of {@link #nextId()} starts the first fetch. Only numbers that the source has confirmed are issued. While
 * the source is down, buffered numbers are issued, and after those callers get an error. A restart leaves a gap: the segments
 * that were buffered or being fetched, {@code maxPrefetch + 1} at most. If the source throws a {@link NumbersLostException},
 * the buffered numbers are dropped.
 *
 * <p>Thread-safe.
 */
public final class SegmentGenerator implements AutoCloseable {

    /** A caller that has waited this long asks its own source: others may hold all connections, and wait here too. */
    private static final long LONG_WAIT = SECONDS.toNanos(1);

    /** After this many late segments in a row callers get an error: the source has gone back below what was issued. */
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
     * Makes a generator; nothing is fetched yet. It logs to the JDK's
     * {@linkplain System#getLogger(String) system logger} {@code io.github.hibernateidgen.segment}.
     *
     * @param source where segments come from
     * @param numbers which of their numbers are issued
     * @param limits how far to fetch ahead, and how long to wait
     * @param executor runs the fetches, which block; it belongs to the caller, who ends it after this
     * @param clock for how long segments last; {@code System::nanoTime}
     * @throws IllegalArgumentException if the source's segments may have no number of the offset
     */
    public SegmentGenerator(
            SegmentSource source, OffsetAndStep numbers, SegmentLimits limits, Executor executor, LongSupplier clock) {
        this(source, numbers, limits, executor, clock, System.getLogger("io.github.hibernateidgen.segment"));
    }

    /**
     * Makes a generator that logs elsewhere than the JDK's system loggers do.
     *
     * @param source where segments come from
     * @param offsetAndStep which of their numbers are issued
     * @param limits how far to fetch ahead, and how long to wait
     * @param executor runs the fetches, which block; it belongs to the caller, who ends it after this
     * @param clock for how long segments last; {@code System::nanoTime}
     * @param logger gets a line for each change, from any thread
     * @throws IllegalArgumentException if the source's segments may have no number of the offset
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
     * @return a number greater than every one that this generator gave before
     * @throws SegmentException if nothing is buffered and the source gives nothing
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public long nextId() {
        return nextId(null);
    }

    /**
     * Returns the next number. A caller that holds what the fetches may be waiting for, such as the last connection of a
     * pool, gives a source that does without: it is asked, on the caller's thread, when nothing has come for a second.
     *
     * @param own the caller's own way to the same store, or null
     * @return a number greater than every one that this generator gave before
     * @throws SegmentException if nothing is buffered and the source gives nothing
     * @throws IllegalStateException if the generator is closed or suspended
     */
    public long nextId(@Nullable SegmentSource own) {
        long id = takeWithoutClock();
        if (id != SegmentBuffer.NONE) {
            return id;
        }
        try {
            lock.lock();
            long failuresBefore = fetches.failures();
            id = take(true);
            return id != SegmentBuffer.NONE ? id : await(own, failuresBefore);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next number, or {@link SegmentBuffer#NONE} where {@link #nextId()} would wait. Starts due fetches. */
    long poll() {
        long id = takeWithoutClock();
        return id != SegmentBuffer.NONE ? id : lock.locked(() -> take(true));
    }

    /** Takes a number if no fetch is due after it. Most calls end here: reading the clock takes longer than the rest. */
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
     * @param fetchIfNone whether to start them also if there is no number
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
            // The state changed while unlocked: drop this number, which belongs to the previous state.
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

    private long await(@Nullable SegmentSource own, long failuresBefore) {
        waits++;
        long start = lock.now();
        SegmentSource unasked = own;
        while (true) {
            long id = take(false);
            if (id != SegmentBuffer.NONE) {
                return id;
            }
            long waited = lock.now() - start;
            long rest = limits.timeout().toNanos() - waited;
            boolean failed = fetches.failures() > failuresBefore;
            refuseIfFutile(failed, rest);
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
                ask(unasked);
                unasked = null;
            } else if (buffer.buffered() == 0) {
                pause(Math.min(rest, LONG_WAIT));
            }
        }
    }

    /** Calls foreign code. The lock is released meanwhile, so the whole state may have changed. */
    private <T> T unlocked(Supplier<T> work) {
        lock.unlock();
        try {
            return work.get();
        } finally {
            lock.lock();
        }
    }

    private void refuseIfFutile(boolean failed, long rest) {
        Throwable failure = fetches.lastFailure();
        if (failed && failure != null && fetches.underWay() == 0) {
            throw withoutSegment(failure);
        }
        if (buffer.droppedInARow() >= MOST_DROPPED) {
            throw refusal(
                    "gave [" + buffer.droppedInARow() + "] segments in a row below [" + buffer.issued()
                            + "], which was issued; see whether it was set back",
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
            throw refusal("was not waited for, since this thread is interrupted", e);
        }
    }

    /** Fetches on the caller's thread. The segment arrives under the lock under which the caller then takes a number of it. */
    private void ask(SegmentSource own) {
        Fetch fetch = fetches.begin(lock.now());
        Segment segment;
        try {
            segment = unlocked(own::fetch);
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
     * Starts due fetches. The lock is released while the executor gets them, since it may start threads, or run them on this
     * one.
     *
     * @return whether any were due; if so, the whole state may have changed
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
     * Counts an executor that throws, also because it cannot start a thread, as a failed fetch. An executor that runs fetches
     * on the caller's thread throws the errors of a fetch that has been counted.
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

    /** Fetches without the lock. An error is thrown on, to where the errors of the executor's threads go. */
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

    /** Buffers a segment, also one that nobody waits for any more, unless {@link #forget()} was called since it was requested. */
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
                    () -> "the numbers [" + segment + "] of " + store + " came when [" + issued
                            + "] had been issued, and were dropped so that ids ascend; this is said once, and counted",
                    null);
        }
        if (fetches.failure().isPresent()) {
            lock.log(INFO, () -> store + " gives segments again", null);
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
                    () -> store + " gave no segment; [" + buffered + "] numbers are buffered, and it is asked again: "
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

    /** Stops waiting for fetches that hang, so that others may begin. */
    private SegmentException giveUp() {
        SegmentException silence = refusal(
                "has not answered within [" + limits.timeout().toMillis()
                        + " ms]; see whether the store, or a connection to it, is free",
                null);
        if (fetches.underWay() > 0) {
            logFailure(fetches.abandon(silence, lock.now()), silence);
            lock.signalAll();
        }
        return silence;
    }

    /**
     * Drops buffered numbers and fetches under way, and accepts numbers below those already issued. Call it after the store
     * was set back together with all rows that its numbers are in.
     */
    public void reset() {
        lock.locked(() -> {
            forget();
            buffer.reset();
        });
    }

    /**
     * Drops buffered numbers and fetches under way, and refuses numbers until {@link #resume()}. Call it before an image of
     * the process's memory is made: the image may be restored more than once.
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
     * Returns what was counted so far.
     *
     * @return what was counted since this generator was made
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
                fetches.failingFor(lock.now())));
    }

    @Override
    public String toString() {
        return "segments of " + store;
    }

    private void requireOpen() {
        if (closed || suspended) {
            throw new IllegalStateException(
                    this
                            + (closed
                                    ? " are closed; make ids before the shutdown"
                                    : " are suspended while an image of the process is made; ids can be made again after the restore"));
        }
    }

    private SegmentException withoutSegment(Throwable failure) {
        return refusal("gave no segment: " + reason(failure), failure);
    }

    private SegmentException refusal(String what, @Nullable Throwable cause) {
        return new SegmentException(store + " " + what, cause);
    }

    /** Says why a fetch failed. The message of an error, or of no message, says nothing without its class. */
    private static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof Error ? failure.toString() : message;
    }
}
