package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.LoggingLock;
import java.util.function.LongSupplier;

/**
 * The lock of a generator. A thread that holds the lock does not call the clock, the source, the executor or the logger. So
 * {@link #lock()} asks the clock and the source before it acquires the lock.
 *
 * <p>Thread-safe.
 */
final class SegmentLock extends LoggingLock {

    private final SegmentSource source;
    private final LongSupplier clock;

    // Guarded by the lock.
    private long now;
    private boolean lost;

    SegmentLock(SegmentSource source, LongSupplier clock, System.Logger logger) {
        super(logger);
        this.source = source;
        this.clock = clock;
        this.now = clock.getAsLong();
    }

    /** Acquires the lock, even if the clock or the source throws, because callers release the lock in a finally block. */
    @Override
    public void lock() {
        long read;
        boolean gone;
        try {
            read = clock.getAsLong();
            gone = source.isLost();
        } finally {
            super.lock();
        }
        now = read - now > 0 ? read : now;
        lost = gone;
    }

    /** Acquires the lock, for callers that need neither the clock nor {@link #isLost()}. */
    void lockWithoutClock() {
        super.lock();
    }

    /** Releases the lock until {@link #signalAll()} is called or the time has passed, and acquires it as {@link #lock()} does. */
    void await(long nanos) throws InterruptedException {
        try {
            awaitNanos(nanos);
        } finally {
            unlock();
            lock();
        }
    }

    /** Returns the clock's reading when the lock was acquired. The reading never goes back. */
    long now() {
        return now;
    }

    /** Returns whether the source was lost when the lock was acquired. */
    boolean isLost() {
        return lost;
    }
}
