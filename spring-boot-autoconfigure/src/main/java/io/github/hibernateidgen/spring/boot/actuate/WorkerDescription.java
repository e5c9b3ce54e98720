package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservationStatus;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The worker number of an entity manager factory. Immutable.
 *
 * @param number the worker number; null if the factory has no worker number yet
 * @param failure why the factory has no worker number, or why the last renewal failed; null if neither is true
 * @param reservation the reservation; null if the worker number does not come from a store of reservations
 */
record WorkerDescription(
        @Nullable Long number,
        @Nullable String failure,
        @Nullable Reservation reservation) {

    /**
     * A reservation in a store.
     *
     * @param namespace the namespace within which the worker number is unique
     * @param store the store
     * @param range the worker numbers that the process may reserve
     * @param from the first millisecond of the reservation; null if no process had the number before
     * @param until the end of the reservation, exclusive
     * @param remaining the time until the reservation ends
     * @param failures how often a call to the store failed
     * @param clockOffset how far the application's clock is ahead of the store's clock; null if the store has not reported
     *     its time
     */
    record Reservation(
            String namespace,
            String store,
            String range,
            @Nullable String from,
            @Nullable String until,
            String remaining,
            long failures,
            @Nullable String clockOffset) {}

    static WorkerDescription of(WorkerSource source) {
        if (source instanceof ReservedWorkerSource reserved) {
            return of(reserved.status());
        }
        try {
            return new WorkerDescription(source.reservation().worker(), null, null);
        } catch (IllegalStateException e) {
            return new WorkerDescription(null, String.valueOf(e.getMessage()), null);
        }
    }

    private static WorkerDescription of(ReservationStatus status) {
        Optional<WorkerReservation> reserved = status.reservation();
        return new WorkerDescription(
                reserved.map(WorkerReservation::worker).orElse(null),
                status.failure()
                        .map(failure -> String.valueOf(failure.getMessage()))
                        .orElse(null),
                new Reservation(
                        status.namespace(),
                        status.store(),
                        status.range().toString(),
                        reserved.filter(reservation -> reservation.floor() > 0)
                                .map(reservation -> instant(reservation.floor()))
                                .orElse(null),
                        reserved.map(reservation -> instant(reservation.reservedUntil()))
                                .orElse(null),
                        status.remaining().toString(),
                        status.failures(),
                        status.clockOffset().map(Duration::toString).orElse(null)));
    }

    private static String instant(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
