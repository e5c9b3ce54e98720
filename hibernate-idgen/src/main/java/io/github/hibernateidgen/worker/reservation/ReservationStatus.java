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
 * @param clockOffset how far the source's clock is ahead of the store's, negative where it is behind, when the store last
 *     told its clock: at each claim, and at each renewal where a store's answer to a write can carry it. Of what the round
 *     trip leaves open this is the least, so 0 may mean that it is not certain which clock is ahead. None where the store
 *     has not told a clock
 * @param maxSkew how far the two clocks may be apart when a number is claimed
 */
public record ReservationStatus(
        String namespace,
        String store,
        Optional<WorkerReservation> reservation,
        Duration remaining,
        long failures,
        Optional<RuntimeException> failure,
        Optional<Duration> clockOffset,
        Duration maxSkew) {

    /** {@return whether the clocks are so far apart that no number can be claimed; one that is held is renewed all the same} */
    public boolean isClockOff() {
        return clockOffset.isPresent() && clockOffset.get().abs().compareTo(maxSkew) > 0;
    }
}
