package io.github.hibernateidgen.worker;

import java.time.Instant;

/**
 * Provides the worker number of a process.
 *
 * <p>An implementation returns one {@link WorkerReservation} at a time and may replace it by another, with a later end or
 * another number. It must be thread-safe.
 */
@FunctionalInterface
public interface WorkerSource {

    /**
     * Returns the reservation in force. Generators call this for every id: it should cost no more than a volatile read, and
     * return the same instance until the reservation changes. The first call may block while it makes one.
     *
     * @return the reservation in force, or the last one if it has ended
     * @throws IllegalStateException if there is no reservation, with the reason
     */
    WorkerReservation reservation();

    /**
     * Registers a generator, once, before it issues its first tick. A source that releases its number when it is closed
     * must close its issuers first, so a source whose reservations end must override this. The default rejects such a
     * reservation, and checks that the generator can use the number; it does not know which issuers it was given before. A
     * source that wraps another must delegate all methods, not only {@link #reservation()}.
     *
     * @param issuer the state of the generator
     * @throws IllegalArgumentException if the worker number does not fit the generator's layout
     * @throws IllegalStateException if the source is closed, or has an issuer of the same {@link TickIssuer#scope()}, which
     *     was not closed and would issue the same ticks; unless overridden, only if the reservation ends
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
    }

    /**
     * Waits for the renewal of a reservation; called by a generator whose next tick is past its end. Returns if another
     * reservation is in force, perhaps after a short wait. The default throws.
     *
     * @param ended the reservation that is used up
     * @throws ReservationEndedException if there is no other reservation
     */
    default void awaitRenewal(WorkerReservation ended) {
        throw new ReservationEndedException(ended, "its source does not renew it; restart the process", null);
    }

    /**
     * Returns a source that always gives the same number. You must ensure that no other process that writes the same table
     * has it. The source accepts one generator of each layout: two would make the same ids.
     *
     * @param worker the worker number, 0 or more
     * @return the source
     * @throws IllegalArgumentException if the number is negative
     */
    static WorkerSource fixed(long worker) {
        return new FixedWorkerSource(worker);
    }

    /**
     * Returns a source that gives the ordinal at the end of a Kubernetes StatefulSet host name: 3 for {@code orders-3}
     * and for {@code orders-3.orders.shop.svc.cluster.local}. A name does not tell where it comes from: {@code ip-10-0-1-3} and
     * {@code ip-10-0-2-3} give 3 as well, and with {@code hostNetwork} it is the node's. Prefer {@link #fixed} with the
     * number in the label {@code apps.kubernetes.io/pod-index}.
     *
     * @param hostname the host name, with or without its domain
     * @return the source
     * @throws IllegalArgumentException if the name does not end in a number, or is that of a Deployment's pod, whose
     *     suffix is random
     */
    static WorkerSource hostname(String hostname) {
        return fixed(StatefulSetOrdinal.of(hostname));
    }
}
