package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Instant;

/**
 * Refuses an id because its tick lies past the worker's reservation: another process may hold the number by then. A
 * later call succeeds once the reservation has been renewed.
 */
public final class ReservationEndedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient WorkerReservation reservation;

    ReservationEndedException(SnowflakeLayout layout, WorkerReservation reservation) {
        super("worker [" + reservation.worker() + "] holds its number for layout [" + layout.name() + "] only until ["
                + Instant.ofEpochMilli(reservation.reservedUntil())
                + "], and the reservation was not renewed; see why its store does not answer");
        this.reservation = reservation;
    }

    /**
     * Returns the reservation that has ended.
     *
     * @return the worker number and its range
     */
    public WorkerReservation reservation() {
        return reservation;
    }
}
