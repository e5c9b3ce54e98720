package io.github.hibernateidgen.worker;

import java.time.Duration;

/**
 * Issues ticks under the reservations of a {@link WorkerSource}. Each generator has one issuer.
 *
 * <p>Implementations are thread-safe.
 */
public interface TickIssuer {

    /**
     * Returns the scope of this issuer. Two issuers with equal scopes would issue the same ticks, so a source must not
     * have both open at once.
     *
     * @return for a generator, an object that is equal for layouts that make the same ids, and has the layout's
     *     description as {@code toString()}
     */
    Object scope();

    /**
     * Returns who made this issuer. A warning about two issuers that would issue the same ticks on two sources names both
     * makers. No warning is logged if the makers are equal, because such a maker compares its own issuers.
     *
     * @return for a generator, the owner that was passed to its constructor, or the place in the code that made it, which
     *     equals no other place. {@code toString()} continues a sentence about the issuer, such as {@code for a session
     *     factory} or {@code at shop.Orders.main(Orders.java:7)}
     */
    Object maker();

    /** {@return how many worker numbers this issuer can use, 1 or more: the numbers from 0 to this count minus 1} */
    long workers();

    /** {@return how far ahead of the clock the end of an issued tick may lie; at least one tick} */
    Duration lead();

    /**
     * Checks that ids can be made under a reservation.
     *
     * @param reservation the reservation in force
     * @throws IllegalArgumentException if the reservation's worker number does not fit
     */
    void requireFits(WorkerReservation reservation);

    /**
     * Returns how much of a reservation this issuer can still use. The time begins at the given moment, or at the start
     * of the next id's tick if that is later, and ends with the last tick that lies wholly inside the reservation.
     *
     * @param reservation a reservation that fits
     * @param millis the moment, in Unix milliseconds
     * @return the time; zero if no tick of the reservation is left to issue
     */
    Duration left(WorkerReservation reservation, long millis);

    /** {@return whether the issuer is closed and was not reopened} */
    boolean isClosed();

    /**
     * Stops issuing ticks. After this method has returned, no thread issues a tick past the returned end, not even a
     * thread that has already begun to make an id. Only a thread that begins after {@link #reopen()} issues such ticks.
     *
     * @return the end of the last tick issued, exclusive, in Unix milliseconds; {@link Long#MIN_VALUE} if no tick was
     *     issued; {@link Long#MAX_VALUE} if the issuer was closed before and does not know the end any more
     */
    long close();

    /**
     * Allows later ticks to be issued again after {@link #close()}. Threads that begin after this call use {@link
     * WorkerSource#reservation()}, so the source must replace or drop the reservation that was in force at the close
     * before it calls this method. An open issuer ignores this call.
     */
    void reopen();
}
