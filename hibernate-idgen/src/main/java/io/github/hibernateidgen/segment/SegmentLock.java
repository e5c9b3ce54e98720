package io.github.hibernateidgen.segment;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The lock of a generator. While a thread holds it, the thread calls neither the clock, the source, the executor nor the
 * logger: what the clock and the source say is read before the lock is acquired, and the log is written after its release.
 *
 * <p>Thread-safe.
 */
final class SegmentLock {

    private final SegmentSource source;
    private final NanoClock clock;
    private final SegmentLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();

    // Guarded by the lock.
    private long now;
    private boolean lost;

    SegmentLock(SegmentSource source, NanoClock clock, SegmentLog log) {
        this.source = source;
        this.clock = clock;
        this.log = log;
        this.now = clock.nanos();
    }

    /** Acquires the lock, also if the clock or the source throws. */
    void lock() {
        long read;
        boolean gone;
        try {
            read = clock.nanos();
            gone = source.isLost();
        } finally {
            lock.lock();
        }
        now = read - now > 0 ? read : now;
        lost = gone;
    }

    /** Acquires the lock, for what needs neither the clock nor {@link #isLost()}. */
    void lockWithoutClock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
        log.write();
    }

    void locked(Runnable work) {
        locked(() -> {
            work.run();
            return true;
        });
    }

    <T> T locked(Supplier<T> work) {
        try {
            lock();
            return work.get();
        } finally {
            unlock();
        }
    }

    /** Releases the lock until {@link #signalAll()} is called or the time has passed, and acquires it as {@link #lock()} does. */
    @SuppressWarnings("WaitNotInLoop") // Its caller loops.
    void await(long nanos) throws InterruptedException {
        try {
            change.awaitNanos(nanos);
        } finally {
            unlock();
            lock();
        }
    }

    void signalAll() {
        change.signalAll();
    }

    /** Returns the clock's reading when the lock was acquired; it never goes back. */
    long now() {
        return now;
    }

    /** Returns whether the source was lost when the lock was acquired. */
    boolean isLost() {
        return lost;
    }
}
