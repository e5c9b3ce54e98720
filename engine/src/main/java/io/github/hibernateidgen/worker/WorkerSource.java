package io.github.hibernateidgen.worker;

/**
 * Provides the worker number of a process, and keeps apart the generators that use the number.
 *
 * <p>An implementation returns one {@link WorkerReservation} at a time. It may replace the reservation with a reservation that
 * has a later end or another number. Implementations must be thread-safe.
 *
 * <p>A number that your code finds out needs no implementation: pass it to {@link #fixed}. A source that wraps another source
 * passes all three calls to that source, so that the source sees the generators of all its wrappers.
 */
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
     * number on close must close its issuers before the release.
     *
     * @param issuer the issuer of the generator
     * @throws IllegalArgumentException if the worker number does not fit the generator's layout
     * @throws IllegalStateException if the source is closed, or has an open issuer with the same {@link TickIssuer#scope()},
     *     which would issue the same ticks
     */
    void attach(TickIssuer issuer);

    /**
     * Waits for the renewal of a reservation. A generator calls this method when its next tick lies past the reservation's end.
     * Returns once another reservation is in force, perhaps after a short wait.
     *
     * @param ended the reservation that is used up
     * @throws ReservationEndedException if there is no other reservation
     */
    void awaitRenewal(WorkerReservation ended);

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
