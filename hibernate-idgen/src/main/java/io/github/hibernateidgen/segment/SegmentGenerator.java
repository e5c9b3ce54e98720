package io.github.hibernateidgen.segment;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Issues the numbers of segments, each greater than the one before. The next segments are fetched by an executor before
 * the present one is used up, so a caller waits only for the first, or where callers are faster than the store.
 *
 * <p>Nothing is fetched before the first number is asked for. Only numbers that the source has confirmed are issued. While
 * it is down, what is buffered is issued, and then callers get an error. A restart leaves a gap: what was buffered or on its
 * way, {@code maxPrefetch + 1} segments at most. A source that throws a {@link NumbersLostException} ends what is buffered.
 *
 * <p>Thread-safe.
 */
public final class SegmentGenerator implements AutoCloseable {

    /** The source is not asked again for so long after a failure, while something is buffered. */
    private static final long PAUSE = SECONDS.toNanos(1);

    /** A caller that has waited for so long asks its own source: others may hold all connections, and wait here too. */
    private static final long LONG_WAIT = SECONDS.toNanos(1);

    /**
     * A segment waits so long for those that were asked for before it came, and may have lower numbers: one that comes after
     * it is dropped. It matters only where nothing else is buffered.
     */
    private static final long HOLD = MILLISECONDS.toNanos(200);

    /** A source that goes back so far is not read on: all of its numbers are below what was issued. */
    private static final int MOST_DROPPED = 100;

    private final SegmentSource source;
    private final String store;
    private final SegmentLimits limits;
    private final Executor executor;
    private final NanoClock clock;

    /* While it is held, neither the source nor the executor nor the clock nor the logger is called. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition change = lock.newCondition();
    private final SegmentLog log;

    /** What callers take without the lock; whoever has the lock has taken back the rest. Written under the lock. */
    private volatile Loan loan = Loan.ofNothing();

    // Guarded by the lock.
    private final SegmentBuffer buffer;
    private long now;
    private boolean lost;
    private final Set<Fetch> underWay = new HashSet<>();
    private long begun;
    private long fetches;
    private long failures;
    private long waits;
    private long lastFetch;
    private boolean paused;
    private long pausedSince;
    private @Nullable Throwable failure;
    private boolean failing;
    private long failedAt;
    private int life;
    private boolean suspended;
    private boolean closed;

    /**
     * Makes a generator; nothing is fetched yet. It logs to the JDK's
     * {@linkplain System#getLogger(String) system logger} {@code io.github.hibernateidgen.segment}.
     *
     * @param source where segments come from
     * @param offsetAndStep which of their numbers are issued
     * @param limits how far to fetch ahead, and how long to wait
     * @param executor runs the fetches, which block; it belongs to the caller, who ends it after this
     * @param clock for how long segments last; {@code System::nanoTime}
     * @throws IllegalArgumentException if the source's segments may have no number of the offset
     */
    public SegmentGenerator(
            SegmentSource source,
            OffsetAndStep offsetAndStep,
            SegmentLimits limits,
            Executor executor,
            NanoClock clock) {
        this(source, offsetAndStep, limits, executor, clock, System.getLogger("io.github.hibernateidgen.segment"));
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
            NanoClock clock,
            System.Logger logger) {
        this(
                source,
                limits,
                executor,
                clock,
                new SegmentBuffer(offsetAndStep, limits, requireSize(source, offsetAndStep)),
                new SegmentLog(source.describe(), logger));
    }

    SegmentGenerator(
            SegmentSource source,
            SegmentLimits limits,
            Executor executor,
            NanoClock clock,
            SegmentBuffer buffer,
            SegmentLog log) {
        this.source = source;
        this.store = source.describe();
        this.limits = limits;
        this.executor = executor;
        this.clock = clock;
        this.now = clock.nanos();
        this.buffer = buffer;
        this.log = log;
    }

    private static long requireSize(SegmentSource source, OffsetAndStep offsetAndStep) {
        if (source.size() < offsetAndStep.step() || source.size() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a segment of " + source.describe() + " has [" + source.size() + "] numbers; let it have from "
                            + offsetAndStep.step() + " to " + Integer.MAX_VALUE + ", one or more of each offset");
        }
        return source.size();
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
        long id = takeLent();
        if (id != SegmentBuffer.NONE) {
            return id;
        }
        try {
            lock();
            long failuresBefore = failures;
            id = takeAndBeginFetches();
            return id != SegmentBuffer.NONE ? id : await(own, failuresBefore);
        } finally {
            unlock();
        }
    }

    /** The next number, or {@link SegmentBuffer#NONE} where it would be waited for. Begins what fetches are due. */
    long poll() {
        long id = takeLent();
        return id != SegmentBuffer.NONE ? id : locked(this::takeAndBeginFetches);
    }

    private long takeLent() {
        return source.isLost() ? SegmentBuffer.NONE : loan.take();
    }

    private long takeAndBeginFetches() {
        while (true) {
            requireOpen();
            long id = take();
            int taken = life;
            beginFetches();
            if (id == SegmentBuffer.NONE || life == taken) {
                return id;
            }
            // Suspended, closed or set back meanwhile: a number of before is lost, and not given after it.
        }
    }

    private long take() {
        if (buffer.buffered() > 0 && lost) {
            forget();
            buffer.clear();
        }
        return isHeld() ? SegmentBuffer.NONE : buffer.take(() -> now);
    }

    private boolean isHeld() {
        long begunBefore = buffer.fetchesBegunBeforeNext();
        if (begunBefore == 0 || underWay.isEmpty()) {
            return false;
        }
        return underWay.stream().anyMatch(fetch -> fetch.number < begunBefore && now - fetch.began < HOLD);
    }

    private long await(@Nullable SegmentSource own, long failuresBefore) {
        waits++;
        long start = now;
        SegmentSource unasked = own;
        while (true) {
            requireOpen();
            long id = take();
            if (id != SegmentBuffer.NONE) {
                int taken = life;
                beginFetches();
                if (life == taken) {
                    return id;
                }
                continue;
            }
            long waited = now - start;
            long rest = limits.timeout().toNanos() - waited;
            requireHope(failures > failuresBefore, rest);
            if (failures == failuresBefore && beginFetches()) {
                continue;
            }
            if (buffer.buffered() > 0) {
                pause(Math.min(rest, HOLD));
            } else if (unasked == null) {
                pause(rest);
            } else if (waited < LONG_WAIT) {
                pause(Math.min(rest, LONG_WAIT - waited));
            } else {
                ask(unasked);
                unasked = null;
            }
        }
    }

    private void requireHope(boolean failed, long rest) {
        if (failed && underWay.isEmpty()) {
            throw refusal("gave no segment: " + message(failure), failure);
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

    @SuppressWarnings("WaitNotInLoop") // Its caller loops.
    private void pause(long nanos) {
        try {
            change.awaitNanos(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refusal("was not waited for, since this thread is interrupted", e);
        } finally {
            buffer.takeBack(loan);
            // The time has gone on meanwhile, and the source may be lost.
            unlock();
            lock();
        }
    }

    private void ask(SegmentSource own) {
        Fetch fetch = begun();
        unlock();
        Segment segment;
        try {
            segment = own.fetch();
        } catch (Throwable e) {
            lock();
            dropIfLost(e);
            end(fetch);
            throw refusal("gave no segment: " + message(e), e);
        }
        lock();
        arrived(fetch, segment);
    }

    /**
     * Begins what fetches are due. The lock is let go while the executor gets them: it may start a thread for each, or run
     * them on this one.
     *
     * @return whether there were any, so that all may have changed
     */
    private boolean beginFetches() {
        if (paused && buffer.buffered() > 0 && now - pausedSince < PAUSE) {
            return false;
        }
        List<Fetch> due = IntStream.range(0, buffer.due(underWay.size()))
                .mapToObj(fetch -> begun())
                .toList();
        if (due.isEmpty()) {
            return false;
        }
        unlock();
        try {
            due.forEach(this::execute);
        } finally {
            lock();
        }
        return true;
    }

    private Fetch begun() {
        Fetch fetch = new Fetch(life, begun++, now);
        underWay.add(fetch);
        return fetch;
    }

    private void execute(Fetch fetch) {
        try {
            executor.execute(() -> run(fetch));
        } catch (Throwable e) {
            locked(() -> failed(fetch, e));
        }
    }

    private void run(Fetch fetch) {
        if (!isWaitedFor(fetch)) {
            return;
        }
        Segment segment;
        try {
            segment = source.fetch();
        } catch (Throwable e) {
            locked(() -> failed(fetch, e));
            return;
        }
        locked(() -> arrived(fetch, segment));
    }

    private boolean isWaitedFor(Fetch fetch) {
        return locked(() -> underWay.contains(fetch));
    }

    private void locked(Runnable work) {
        locked(() -> {
            work.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> work) {
        try {
            lock();
            return work.get();
        } finally {
            unlock();
        }
    }

    /**
     * From here on nobody takes numbers without the lock, and the buffer knows which were taken. What is not ours is asked
     * before. The lock is held afterwards in any case, also if that throws.
     */
    private void lock() {
        long read;
        boolean gone;
        try {
            read = clock.nanos();
            gone = source.isLost();
        } finally {
            lock.lock();
            buffer.takeBack(loan);
        }
        now = read - now > 0 ? read : now;
        lost = gone;
    }

    /** Lends only as the lock is let go: whose thread has it twice, or has it no more after an error, leaves the loan as it is. */
    private void unlock() {
        try {
            if (lock.getHoldCount() == 1) {
                loan = buffer.lend(underWay.size());
            }
        } finally {
            lock.unlock();
            if (!lock.isHeldByCurrentThread()) {
                log.write();
            }
        }
    }

    /** An answer that nobody waits for any more still brings a segment that is ours, unless what is ours was forgotten. */
    private void arrived(Fetch fetch, Segment segment) {
        if (fetch.life != life) {
            return;
        }
        long droppedBefore = buffer.dropped();
        try {
            buffer.arrived(segment, begun);
        } catch (IllegalStateException e) {
            failed(fetch, e);
            return;
        }
        if (buffer.dropped() > droppedBefore && droppedBefore == 0) {
            log.droppedFirst(segment, buffer.issued());
        }
        fetches++;
        failing = false;
        lastFetch = now - fetch.began;
        paused = buffer.droppedInARow() > limits.maxConcurrentFetches();
        pausedSince = now;
        log.arrived();
        end(fetch);
    }

    private void failed(Fetch fetch, Throwable e) {
        if (fetch.life != life) {
            return;
        }
        noteFailure(e);
        paused = true;
        pausedSince = failedAt;
        dropIfLost(e);
        log.failed(e, buffer.buffered());
        end(fetch);
    }

    private void dropIfLost(Throwable e) {
        if (e instanceof NumbersLostException) {
            forget();
            buffer.clear();
        }
    }

    private void noteFailure(Throwable e) {
        failures++;
        failure = e;
        failing = true;
        failedAt = now;
    }

    private void end(Fetch fetch) {
        underWay.remove(fetch);
        change.signalAll();
    }

    /** Fetches that hang are not waited for any more; others may begin. */
    private SegmentException giveUp() {
        SegmentException silence = refusal(
                "has not answered within [" + limits.timeout().toMillis()
                        + " ms]; see whether the store, or a connection to it, is free",
                null);
        if (!underWay.isEmpty()) {
            noteFailure(silence);
            log.failed(silence, buffer.buffered());
            underWay.clear();
            change.signalAll();
        }
        return silence;
    }

    /**
     * Drops what is buffered, and begins anew below what was issued: for a store that was set back, with all rows that its
     * numbers are in. What is on its way is dropped too.
     */
    public void reset() {
        locked(() -> {
            forget();
            buffer.reset();
        });
    }

    /**
     * Drops what is buffered and what is on its way, and refuses numbers until {@link #resume()}: an image of the process's
     * memory is about to be made, from which it may live on more than once.
     */
    public void suspend() {
        locked(() -> {
            suspended = true;
            forget();
            buffer.clear();
        });
    }

    /** Lets numbers be issued again, from segments that are fetched anew. */
    public void resume() {
        locked(() -> suspended = false);
    }

    /** Ends this generator; what is buffered is lost. Fetches that are under way end by themselves. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            forget();
            buffer.clear();
        });
    }

    private void forget() {
        life++;
        underWay.clear();
        change.signalAll();
    }

    /**
     * Tells how this generator has fared.
     *
     * @return what was counted since it was made
     */
    public SegmentStatistics statistics() {
        return locked(() -> new SegmentStatistics(
                buffer.size(),
                buffer.buffered(),
                buffer.prefetch(),
                fetches,
                failures,
                buffer.dropped(),
                waits,
                Duration.ofNanos(lastFetch),
                failing ? Optional.ofNullable(failure) : Optional.empty(),
                failing ? Duration.ofNanos(now - failedAt) : Duration.ZERO));
    }

    /** {@return how far this generator fetches ahead} */
    public SegmentLimits limits() {
        return limits;
    }

    @Override
    public String toString() {
        return "segments of " + store;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(this + " are closed; make ids before the shutdown");
        }
        if (suspended) {
            throw new IllegalStateException(this
                    + " are suspended while an image of the process is made; ids can be made again after the restore");
        }
    }

    private SegmentException refusal(String what, @Nullable Throwable cause) {
        return new SegmentException(store + " " + what, cause);
    }

    private static String message(@Nullable Throwable failure) {
        return failure == null ? "no answer" : String.valueOf(failure.getMessage());
    }

    /** A call of the source. What it brings counts in the life that it began in. */
    private static final class Fetch {

        final int life;
        final long number;
        final long began;

        Fetch(int life, long number, long began) {
            this.life = life;
            this.number = number;
            this.began = began;
        }
    }
}
