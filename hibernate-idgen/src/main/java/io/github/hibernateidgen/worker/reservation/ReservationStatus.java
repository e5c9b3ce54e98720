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
 * @param store the store's description of itself
 * @param range the share of the worker numbers that the source may claim
 * @param free how many numbers of the share, as far as all layouts have them, no process had reserved when the source last
 *     counted them: some ten minutes after its first claim and each ten minutes from then on; none before
 * @param reservation the reservation last confirmed; none before the first claim and after the close
 * @param remaining how long ids can be made under it, by the source's clock: the least that one of its generators has left,
 *     in whole ticks and behind those that it has issued ahead of the clock; zero or more
 * @param failures how often the store failed, or had no free number, since the source was made
 * @param failure why the store failed since it last confirmed something
 * @param clockOffset how far the source's clock is ahead of the store's, negative where it is behind, when the store last
 *     told its clock: when a number was claimed, and whenever the store was read since. Of what the round
 *     trip leaves open this is the least, so 0 may mean that it is not certain which clock is ahead. None where the store
 *     has not told a clock
 * @param maxSkew how far the two clocks may be apart when a number is claimed
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
        Duration maxSkew) {

    /**
     * Returns whether an id can be made now, perhaps after a wait. It can under a reservation that has ticks left, however
     * often its renewal has failed; and without one if nothing has failed, since the next id then waits for the claim or the
     * renewal that is due. So a source that was not used yet can make ids.
     *
     * @return false if no tick is left and the store has failed since it last confirmed something; the next id is then
     *     refused at once, or once the claim has failed as well
     */
    public boolean canMakeIds() {
        return failure.isEmpty() || !remaining.isZero();
    }

    /** {@return whether the clocks are so far apart that no number can be claimed; a number that this process holds is still renewed} */
    public boolean isClockOff() {
        return clockOffset.isPresent() && clockOffset.get().abs().compareTo(maxSkew) > 0;
    }
}
