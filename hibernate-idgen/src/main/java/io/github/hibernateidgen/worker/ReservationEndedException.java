package io.github.hibernateidgen.worker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Refuses an id because its tick lies past the worker's reservation: another process may hold the number by then. A
 * later call succeeds once the reservation has been renewed.
 */
public final class ReservationEndedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient WorkerReservation reservation;

    /**
     * Makes the exception.
     *
     * @param reservation the reservation that has ended
     * @param reason why it was not renewed, and what to do, as the end of a sentence
     * @param cause what the store said last, if it failed
     */
    public ReservationEndedException(WorkerReservation reservation, String reason, @Nullable Throwable cause) {
        super(
                "worker [" + reservation.worker() + "] is reserved only until ["
                        + Instant.ofEpochMilli(reservation.reservedUntil()) + "], and " + reason,
                cause);
        this.reservation = reservation;
    }

    /** {@return the reservation that has ended, with the worker number and its range} */
    public WorkerReservation reservation() {
        return reservation;
    }
}
