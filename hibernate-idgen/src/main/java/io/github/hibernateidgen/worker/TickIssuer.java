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

    /** {@return how many worker numbers fit, those from 0 up to one less; 1 or more} */
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
     * Stops issuing ticks. After this has returned, no tick behind the returned end is issued, not even by a thread that
     * has already begun to make an id, unless {@link #reopen()} was called and the thread began after that.
     *
     * @return the end of the last tick issued, exclusive, in Unix milliseconds; {@link Long#MIN_VALUE} if there is none,
     *     {@link Long#MAX_VALUE} if it is no longer known because the issuer is closed already
     */
    long close();

    /**
     * Lets later ticks be issued again after {@link #close()}. By then the source must return another reservation, or none,
     * since threads that begin after this use {@link WorkerSource#reservation()}. Does nothing to an issuer that is open.
     */
    void reopen();
}
