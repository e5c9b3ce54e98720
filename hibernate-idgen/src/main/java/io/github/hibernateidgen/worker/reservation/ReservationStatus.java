package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.util.Optional;

/**
 * The state of a {@link ReservedWorkerSource} at one instant. Immutable and thread-safe.
 *
 * @param namespace the namespace
 * @param store the store, as it calls itself
 * @param reservation the reservation last confirmed; none before the first claim and after the close
 * @param remaining the time left of it by the source's clock, 0 or more; with 0 ids are refused
 * @param failures how often the store failed, or had no free number, since the source was made
 * @param failure why the store failed since it last confirmed something
 */
public record ReservationStatus(
        String namespace,
        String store,
        Optional<WorkerReservation> reservation,
        Duration remaining,
        long failures,
        Optional<RuntimeException> failure) {}
