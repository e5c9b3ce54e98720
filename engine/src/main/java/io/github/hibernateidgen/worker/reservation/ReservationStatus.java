package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a {@link ReservedWorkerSource} at one instant. Immutable and thread-safe.
 *
 * @param namespace the namespace
 * @param store the store's {@link ReservationStore#describe()}
 * @param range the range of worker numbers that the source may claim
 * @param free how many worker numbers were free at the last count: numbers of the range that fit all layouts and were
 *     reserved by no process. The source counts after its first renewal, and every ten minutes from then on; empty before the first count and after a failed count
 * @param reservation the last confirmed reservation, even if it has ended; empty while the source has no reservation,
 *     such as before the first claim and after the close
 * @param remaining how long ids can be made under the reservation, by the source's clock; zero or more. It is the
 *     minimum over the source's generators. Only whole ticks count, and ticks that were issued ahead of the clock do
 *     not count
 * @param failures how often the store failed, or had no free number, since the source was made
 * @param failure the last failure of the store, or the last lack of a free number, after the store's last confirmation;
 *     empty without a failure
 * @param clockOffset how far the source's clock was ahead of the store's clock at the last read of the store, negative
 *     if behind. A claim reads the store, and later reads update the offset. The duration of the round trip leaves a
 *     range of possible offsets; this is the offset nearest to 0, so 0 may mean that it is not certain which clock is
 *     ahead. Empty if the store has returned no clock
 * @param maxSkew how far the two clocks may be apart when a number is claimed
 * @param window the length of a reservation
 */
public record ReservationStatus(
        String namespace,
        String store,
        WorkerRange range,
        OptionalLong free,
        Optional<WorkerReservation> reservation,
        Duration remaining,
        long failures,
        Optional<RuntimeException> failure,
        Optional<Duration> clockOffset,
        Duration maxSkew,
        Duration window) {

    /**
     * Returns whether an id can be made now, perhaps after a wait. Under a reservation with ticks left, an id can be
     * made however often the renewal has failed. Without ticks left, an id can be made if no failure is known, because
     * the next id waits for the claim or the renewal. So a source that was not used yet can make ids.
     *
     * @return false if no tick is left and the store has failed after its last confirmation; the next id then fails at
     *     once, or once its claim has failed, too
     */
    public boolean canMakeIds() {
        return failure.isEmpty() || !remaining.isZero();
    }

    /**
     * {@return whether the clocks are so far apart that no number can be claimed} A number that is held is still
     * renewed.
     */
    public boolean isClockOff() {
        return clockOffset.isPresent() && clockOffset.get().abs().compareTo(maxSkew) > 0;
    }
}
