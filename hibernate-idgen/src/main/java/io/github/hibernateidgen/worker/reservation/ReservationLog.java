package io.github.hibernateidgen.worker.reservation;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Logs one line for each change of a reservation, and nothing about repetitions. Lines are added while the source's lock is
 * held, and are kept until {@link #write()}, since a logger is foreign code.
 *
 * <p>Thread-safe.
 */
class ReservationLog {

    private final System.Logger logger;
    private final String place;
    private final Duration window;
    private final String settling;
    private final Queue<Runnable> lines = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean writing = new AtomicBoolean();

    ReservationLog(ReservationTerms terms, String store, System.Logger logger) {
        this.logger = logger;
        this.place = "namespace [" + terms.namespace() + "] in [" + store + "]";
        this.window = terms.window();
        this.settling = terms.settle().isZero()
                ? ""
                : "; it is used in [" + terms.settle().toMillis()
                        + " ms], once the store has shown that it has kept this";
    }

    void claimed(Hold hold) {
        later(
                INFO,
                "worker [" + hold.row().worker() + "] of " + place + " is ours from ["
                        + (hold.floor() == 0 ? "its first use" : Instant.ofEpochMilli(hold.floor())) + "] until ["
                        + until(hold) + "], renewed with a window of [" + window.toMillis() + " ms], as owner ["
                        + hold.row().owner() + "]" + settling,
                null);
    }

    void lost(Hold hold) {
        later(
                WARNING,
                "worker [" + hold.row().worker() + "] of " + place
                        + " was claimed by another process, or renewed by a copy" + " of this one, and was ours until ["
                        + until(hold) + "]; claiming another number",
                null);
    }

    void failing(@Nullable WorkerReservation current, RuntimeException failure) {
        String consequence = current == null
                ? "no id can be made until a worker number is reserved"
                : "ids go on until [" + Instant.ofEpochMilli(current.reservedUntil()) + "] and are refused after that";
        later(
                WARNING,
                "the reservation of a worker number of " + place + " failed; " + consequence
                        + ". It is tried again with growing pauses, without saying so",
                failure);
    }

    /** Says why a start takes long; the failure itself is logged before. */
    void waiting(Duration longest, RuntimeException failure) {
        later(
                WARNING,
                "the start waits for a worker number of " + place + " for up to [" + longest.toMillis() + " ms]: "
                        + failure.getMessage(),
                null);
    }

    void recovered(Hold hold) {
        later(
                INFO,
                "the reservation of worker [" + hold.row().worker() + "] of " + place + " works again, until ["
                        + until(hold) + "]",
                null);
    }

    void released(Hold hold) {
        later(
                INFO,
                "worker [" + hold.row().worker() + "] of " + place + " is released; others may have it "
                        + (isUnused(hold) ? "at once" : "from [" + until(hold) + "]"),
                null);
    }

    /** Returns whether the row's end is back at the floor, which is past: no tick was issued, or the last one long ago. */
    private static boolean isUnused(Hold hold) {
        return hold.floor() == hold.row().reservedUntil();
    }

    void notReleased(WorkerReservation reservation, @Nullable RuntimeException failure) {
        lines.add(() -> say(
                WARNING,
                "worker [" + reservation.worker() + "] of " + place
                        + " could not be released; others may have it from ["
                        + Instant.ofEpochMilli(reservation.reservedUntil()) + "]" + reason(failure),
                null));
    }

    /** Returns the failure without the store's advice, which is meant for a start. */
    private static String reason(@Nullable RuntimeException failure) {
        if (failure == null) {
            return "";
        }
        Throwable cause = failure.getCause();
        return ": " + (cause == null ? failure : cause).getMessage();
    }

    private void later(System.Logger.Level level, String message, @Nullable RuntimeException failure) {
        lines.add(() -> say(level, message, failure));
    }

    /**
     * Writes the kept lines in order; called without a lock. One thread writes at a time; other threads leave their lines
     * to it. If the logger throws, the line is lost, and no renewal or close fails; an error goes to where the thread's errors
     * go.
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
    void say(System.Logger.Level level, String message, @Nullable RuntimeException failure) {
        logger.log(level, message, failure);
    }

    private static Instant until(Hold hold) {
        return Instant.ofEpochMilli(hold.row().reservedUntil());
    }
}
