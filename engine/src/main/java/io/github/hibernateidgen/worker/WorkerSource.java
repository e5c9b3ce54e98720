package io.github.hibernateidgen.worker;

import java.time.Instant;

/**
 * Provides the worker number of a process.
 *
 * <p>An implementation returns one {@link WorkerReservation} at a time. It may replace the reservation with a reservation that
 * has a later end or another number. Implementations must be thread-safe.
 */
@FunctionalInterface
public interface WorkerSource {

    /**
     * Returns the reservation in force. Generators call this method one or more times for each id or block of ids, always after
     * they read the clock, sometimes also before. So this method should cost no more than a volatile read. It must return equal
     * objects until the reservation changes, and must not return a replaced reservation again. The first call may block until a
     * reservation is made.
     *
     * @return the reservation in force, or the last reservation if it has ended
     * @throws IllegalStateException if there is no reservation, with the reason
     */
    WorkerReservation reservation();

    /**
     * Registers a generator. Each generator calls this method once, before it issues its first tick. A source that releases its
     * number on close must close its issuers first, so a source with reservations that end must override this method. The
     * default throws if the reservation has an end, and checks that the generator can use the number. The default does not
     * throw for a second issuer, but logs a warning if an open issuer of this process has the same number and scope. A source that wraps another source must delegate all methods, not only {@link #reservation()}.
     *
     * @param issuer the issuer of the generator
     * @throws IllegalArgumentException if the worker number does not fit the generator's layout
     * @throws IllegalStateException if the source is closed, or has an open issuer with the same {@link TickIssuer#scope()},
     *     which would issue the same ticks. The default throws only if the reservation has an end
     */
    default void attach(TickIssuer issuer) {
        WorkerReservation reservation = reservation();
        if (reservation.reservedUntil() != Long.MAX_VALUE) {
            throw new IllegalStateException("worker [" + reservation.worker() + "] is reserved until ["
                    + Instant.ofEpochMilli(reservation.reservedUntil()) + "] by a source ["
                    + getClass().getName()
                    + "] that does not override attach(), so nobody would close its generators before the number is"
                    + " released; hand attach() and awaitRenewal() on to the source that reserves");
        }
        issuer.requireFits(reservation);
        FixedGenerators.add(reservation.worker(), issuer);
    }

    /**
     * Waits for the renewal of a reservation. A generator calls this method when its next tick lies past the reservation's end.
     * Returns once another reservation is in force, perhaps after a short wait. The default throws.
     *
     * @param ended the reservation that is used up
     * @throws ReservationEndedException if there is no other reservation
     */
    default void awaitRenewal(WorkerReservation ended) {
        throw new ReservationEndedException(ended, "its source does not renew it; restart the process", null);
    }

    /**
     * Returns a source that always returns the same number. You must ensure that no other process that writes the same
     * table uses the number. The source accepts one generator for each layout: two generators would make the same ids. So
     * make the source and its generator once for the process, not for each request. A generator on another source with the
     * same number is accepted, because it may write another table, but a warning names both generators.
     *
     * @param worker the worker number, 0 or more
     * @return the source
     * @throws IllegalArgumentException if the number is negative
     */
    static WorkerSource fixed(long worker) {
        return new FixedWorkerSource(worker);
    }
}
