package io.github.hibernateidgen.internal.text;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lock with a condition. Lines that are logged under the lock are written after its release, because a logger is foreign
 * code and may wait for a thread that waits for this lock.
 *
 * <p>Thread-safe. The thread must hold the lock for all methods except {@link #lock()} and {@code locked}, which acquire it.
 */
public class LoggingLock {

    private record Line(
            System.Logger.Level level,
            Supplier<String> message,
            @Nullable Throwable failure) {}

    private final System.Logger logger;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition change = lock.newCondition();
    private final Queue<Line> lines = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean writing = new AtomicBoolean();

    /**
     * Makes a lock.
     *
     * @param logger receives the lines in order, from any thread
     */
    public LoggingLock(System.Logger logger) {
        this.logger = logger;
    }

    /** Acquires the lock. An override that throws must still acquire the lock. */
    public void lock() {
        lock.lock();
    }

    /** Releases the lock, and writes the lines when the thread no longer holds it. */
    public final void unlock() {
        lock.unlock();
        if (!lock.isHeldByCurrentThread()) {
            write();
        }
    }

    /** Runs work while the thread holds the lock. */
    public final void locked(Runnable work) {
        locked(() -> {
            work.run();
            return true;
        });
    }

    /** Runs work while the thread holds the lock, and returns the result. */
    public final <T> T locked(Supplier<T> work) {
        try {
            lock();
            return work.get();
        } finally {
            unlock();
        }
    }

    /** Releases the lock until {@link #signalAll()} is called or the time has passed; returns the time that is left. */
    @SuppressWarnings("WaitNotInLoop") // Its caller loops.
    public final long awaitNanos(long nanos) throws InterruptedException {
        return change.awaitNanos(nanos);
    }

    /** Wakes the threads that wait. */
    public final void signalAll() {
        change.signalAll();
    }

    /** Adds a line, whose message is made and written when the lock has been released. */
    public final void log(System.Logger.Level level, Supplier<String> message, @Nullable Throwable failure) {
        lines.add(new Line(level, message, failure));
    }

    /**
     * Writes the lines in order. A single thread writes at a time, and other threads leave their lines to that thread. If the
     * logger throws an exception, the line is lost, and the caller does not fail. An {@code Error} goes to the thread's
     * handler of uncaught exceptions.
     */
    private void write() {
        while (!lines.isEmpty() && writing.compareAndSet(false, true)) {
            try {
                for (Line line = lines.poll(); line != null; line = lines.poll()) {
                    logger.log(line.level, line.message.get(), line.failure);
                }
            } catch (RuntimeException e) {
                // The loop goes on with the next line.
            } catch (Error e) {
                Thread current = Thread.currentThread();
                current.getUncaughtExceptionHandler().uncaughtException(current, e);
            } finally {
                writing.set(false);
            }
        }
    }
}
