package io.github.hibernateidgen.segment;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Logs one line for each change of a generator, and nothing about repetitions. Lines are added while the generator's lock
 * is held, and are kept until {@link #write()}, since a logger is foreign code.
 *
 * <p>Methods that add lines are guarded by the generator's lock.
 */
class SegmentLog {

    private final String store;
    private final System.Logger logger;
    private final Queue<Runnable> lines = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean writing = new AtomicBoolean();
    private boolean failing;

    SegmentLog(String store, System.Logger logger) {
        this.store = store;
        this.logger = logger;
    }

    void failed(Throwable failure, long buffered) {
        if (!failing) {
            failing = true;
            lines.add(() -> say(
                    WARNING,
                    store + " gave no segment; [" + buffered + "] numbers are buffered, and it is asked again: "
                            + reason(failure),
                    failure));
        }
    }

    /** Says why a fetch failed. The message of an error, or of no message, says nothing without its class. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof Error ? failure.toString() : message;
    }

    void arrived() {
        if (failing) {
            failing = false;
            lines.add(() -> say(INFO, store + " gives segments again", null));
        }
    }

    void droppedFirst(Segment segment, long issued) {
        lines.add(() -> say(
                WARNING,
                "the numbers [" + segment + "] of " + store + " came when [" + issued
                        + "] had been issued, and were dropped so that ids ascend; this is said once, and counted",
                null));
    }

    /**
     * Writes the kept lines in order; called without a lock. One thread writes at a time; other threads leave their lines
     * to it. If the logger throws, the line is lost, and no id fails; an error goes to where the thread's errors go.
     */
    void write() {
        while (!lines.isEmpty() && writing.compareAndSet(false, true)) {
            try {
                for (Runnable line = lines.poll(); line != null; line = lines.poll()) {
                    line.run();
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

    /** Overridden by tests. */
    void say(System.Logger.Level level, String message, @Nullable Throwable failure) {
        logger.log(level, message, failure);
    }
}
