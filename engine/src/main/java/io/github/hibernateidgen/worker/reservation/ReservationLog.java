package io.github.hibernateidgen.worker.reservation;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.github.hibernateidgen.internal.text.LoggingLock;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Logs one line for each change of a reservation; repetitions are not logged. Lines are added while the source's lock
 * is held. Their messages are built after the lock is released, because building them calls {@code getMessage()} of
 * foreign exceptions.
 */
class ReservationLog {

    private final LoggingLock lock;
    private final Supplier<String> place;
    private final Duration window;
    private final String settling;

    ReservationLog(ReservationTerms terms, Supplier<String> store, LoggingLock lock) {
        this.lock = lock;
        this.place = () -> terms.place(store.get());
        this.window = terms.window();
        this.settling = terms.settle().isZero()
                ? ""
                : "; its first id follows in [" + terms.settle().toMillis()
                        + " ms], once the store has shown that it has kept the reservation";
    }

    void claimed(HeldSlot held) {
        info(() -> "worker [" + held.row().worker() + "] of " + place.get() + " is reserved for this process from ["
                + (held.floor() == 0 ? "now, as no process had it before" : Instant.ofEpochMilli(held.floor()))
                + "] until ["
                + until(held) + "], renewed with a window of [" + window.toMillis() + " ms], as owner ["
                + held.row().owner() + "]" + settling);
    }

    void lost(HeldSlot held) {
        warn(() -> "worker [" + held.row().worker() + "] of " + place.get()
                + " was claimed by another process, or renewed by a copy of this process; this process had reserved it"
                + " until ["
                + until(held) + "], and claims another number");
    }

    void failing(@Nullable WorkerReservation current, RuntimeException failure) {
        String consequence = current == null
                ? "no id can be made until a worker number is reserved"
                : "ids can be made until [" + Instant.ofEpochMilli(current.reservedUntil()) + "], and then not until"
                        + " it succeeds";
        log(
                WARNING,
                () -> "the reservation of a worker number of " + place.get() + " failed; " + consequence
                        + ". Further attempts follow with growing pauses, and their failures are not logged"
                        + passing(failure),
                failure);
    }

    /** Returns that attempts follow although the store's client does not say whether its exception passes. */
    private static String passing(RuntimeException failure) {
        return failure instanceof ReservationStoreException
                        || failure instanceof WorkersTakenException
                        || failure instanceof ClockSkewException
                ? ""
                : "; an exception of class [" + failure.getClass().getName() + "] may pass, so startup waits, too";
    }

    /** Logs the reason of a wait that has been logged before. */
    void waitEnded(@Nullable RuntimeException failure) {
        if (failure != null) {
            log(
                    WARNING,
                    () -> "the reservation of a worker number of " + place.get()
                            + " has waited without success, because: " + failure.getMessage(),
                    failure);
        }
    }

    /** Logs why startup takes long. The failure has been logged before. */
    void waiting(Duration longest, RuntimeException failure) {
        warn(() -> "startup waits for a worker number of " + place.get() + " for up to [" + longest.toMillis()
                + " ms]: " + failure.getMessage());
    }

    void recovered(HeldSlot held) {
        info(() -> "the reservation of worker [" + held.row().worker() + "] of " + place.get() + " works again, until ["
                + until(held) + "]");
    }

    /**
     * Logs the release. Other processes may claim the number at once if the row's end is back at the floor. This is the
     * case if no tick was issued, or the last tick was issued before the floor.
     */
    void released(HeldSlot held) {
        info(() ->
                "worker [" + held.row().worker() + "] of " + place.get() + " is released; other processes may claim it "
                        + (held.floor() == held.row().reservedUntil() ? "at once" : "from [" + until(held) + "]"));
    }

    void notReleased(WorkerReservation reservation, @Nullable RuntimeException failure) {
        warn(() -> "worker [" + reservation.worker() + "] of " + place.get()
                + " could not be released; other processes may claim it from ["
                + Instant.ofEpochMilli(reservation.reservedUntil()) + "]" + reason(failure));
    }

    /**
     * Returns the message of the failure's cause. The message of the failure itself may contain the store's advice,
     * which is meant for a start.
     */
    private static String reason(@Nullable RuntimeException failure) {
        if (failure == null) {
            return "";
        }
        Throwable cause = failure.getCause();
        return ": " + (cause == null ? failure : cause).getMessage();
    }

    private void info(Supplier<String> message) {
        log(INFO, message, null);
    }

    private void warn(Supplier<String> message) {
        log(WARNING, message, null);
    }

    /** Tests override this method. */
    void log(System.Logger.Level level, Supplier<String> message, @Nullable RuntimeException failure) {
        lock.log(level, message, failure);
    }

    private static Instant until(HeldSlot held) {
        return Instant.ofEpochMilli(held.row().reservedUntil());
    }
}
