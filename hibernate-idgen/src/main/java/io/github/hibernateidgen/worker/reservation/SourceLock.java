package io.github.hibernateidgen.worker.reservation;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The lock of a {@link ReservedWorkerSource}, and the waits of its two kinds of thread: callers wait for a change, and the
 * renewal thread pauses until it has something to do. The log is written after the lock is released.
 *
 * <p>Thread-safe. Waits release the lock, as those of a {@link Condition} do.
 */
final class SourceLock {

    private final ReservationLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Condition toDo = lock.newCondition();

    SourceLock(ReservationLog log) {
        this.log = log;
    }

    void locked(Runnable work) {
        locked(() -> {
            work.run();
            return true;
        });
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
            log.write();
        }
    }

    /** Wakes the callers that wait for a condition. */
    void signalChange() {
        change.signalAll();
    }

    /** Waits for a condition, until the time has passed or this thread is interrupted; it stays interrupted. */
    void await(BooleanSupplier condition, long nanos) {
        long left = nanos;
        try {
            while (!condition.getAsBoolean() && left > 0) {
                left = change.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a condition, until the time has passed; an interrupt is kept for later. */
    void awaitUninterruptibly(BooleanSupplier condition, long nanos) {
        long left = nanos;
        boolean interrupted = Thread.interrupted();
        while (!condition.getAsBoolean() && left > 0) {
            try {
                left = change.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Wakes the renewal thread. */
    void signalToDo() {
        toDo.signalAll();
    }

    /** Lets the renewal thread sleep until there is something to do, or the time has passed. */
    void pause(BooleanSupplier hasToDo, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!hasToDo.getAsBoolean() && left > 0) {
                left = toDo.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // The thread is ours and ends with close(); an interrupt does not stop the renewal.
        } finally {
            lock.unlock();
        }
    }
}
