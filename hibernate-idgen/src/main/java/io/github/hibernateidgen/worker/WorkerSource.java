package io.github.hibernateidgen.worker;

/**
 * Where the worker number of a process comes from.
 *
 * <p>An implementation hands out one {@link WorkerReservation} at a time and may replace it by another, with a later
 * end or another number. It must be thread-safe.
 */
@FunctionalInterface
public interface WorkerSource {

    /**
     * Returns the reservation in force. Generators call this for every id: it should cost no more than a volatile read,
     * and return the same instance until the reservation changes.
     *
     * @return the reservation in force
     */
    WorkerReservation reservation();

    /**
     * Returns a source that always gives the same number. The caller vouches for it: no other process that writes the
     * same table may have it.
     *
     * @param worker the worker number, 0 or more
     * @return the source
     * @throws IllegalArgumentException if the number is negative
     */
    static WorkerSource fixed(long worker) {
        WorkerReservation reservation = WorkerReservation.unbounded(worker);
        return () -> reservation;
    }

    /**
     * Returns a source that gives the ordinal at the end of a Kubernetes StatefulSet host name: 3 for {@code orders-3}
     * and for {@code orders-3.orders.shop.svc.cluster.local}.
     *
     * @param hostname the host name, with or without its domain
     * @return the source
     * @throws IllegalArgumentException if the name does not end in an ordinal, or is that of a Deployment's pod, whose
     *     suffix is random
     */
    static WorkerSource hostname(String hostname) {
        return fixed(StatefulSetOrdinal.of(hostname));
    }
}
