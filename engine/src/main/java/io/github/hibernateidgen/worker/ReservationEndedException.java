package io.github.hibernateidgen.worker;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the next id's tick lies past the end of the worker's reservation, because another process may hold the
 * worker number in that tick. A later call succeeds once the reservation has been renewed.
 */
public final class ReservationEndedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient WorkerReservation reservation;

    /**
     * Makes the exception.
     *
     * @param reservation the reservation that has ended
     * @param reason why the reservation was not renewed, and the remedy, as the end of a sentence
     * @param cause the store's last exception; null if the store did not fail
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
