package io.github.hibernateidgen.worker;

import java.time.Duration;

/**
 * Issues ticks under the reservations of a {@link WorkerSource}. It is the state of one generator.
 *
 * <p>Implementations are thread-safe.
 */
public interface TickIssuer {

    /**
     * Returns the scope of this issuer. Two issuers on one source must not have equal scopes, since they would issue the
     * same ticks.
     *
     * @return for a generator the bits of its layout, whose text describes the layout
     */
    Object scope();

    /** {@return the number of worker numbers that fit, which count from 0; 1 or more} */
    long workers();

    /** {@return how far past the clock a tick that is issued may end, a tick or more} */
    Duration lead();

    /**
     * Checks that ids can be made under a reservation.
     *
     * @param reservation the reservation in force
     * @throws IllegalArgumentException if its worker number does not fit
     */
    void requireFits(WorkerReservation reservation);

    /**
     * Returns how much of a reservation this issuer can still use: from a moment, or from its next tick if that starts later,
     * to the end of the last tick that lies wholly inside the reservation. The default assumes that ticks are milliseconds,
     * and that none was issued ahead of the clock.
     *
     * @param reservation a reservation that fits
     * @param millis the moment, in Unix milliseconds
     * @return the time; zero if no tick of the reservation is left to issue
     */
    default Duration left(WorkerReservation reservation, long millis) {
        return Duration.ofMillis(Math.max(0, reservation.reservedUntil() - millis));
    }

    /** {@return whether it was closed and not reopened since} The default returns false. */
    default boolean isClosed() {
        return false;
    }

    /**
     * Stops issuing ticks. After this has returned, no tick behind the returned end is issued, not even by a thread that
     * has already begun to make an id, unless {@link #reopen()} was called and the thread began after that.
     *
     * @return the end of the last tick issued, exclusive, in Unix milliseconds; {@link Long#MIN_VALUE} if there is none,
     *     {@link Long#MAX_VALUE} if it is no longer known because the issuer is closed already
     */
    long close();

    /**
     * Lets later ticks be issued again after {@link #close()}. Before this call the source must return another reservation, or
     * none,
     * since threads that begin after this use {@link WorkerSource#reservation()}. Has no effect on an open issuer.
     */
    void reopen();
}
