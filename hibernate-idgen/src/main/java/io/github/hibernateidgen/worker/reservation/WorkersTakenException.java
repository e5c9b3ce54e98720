package io.github.hibernateidgen.worker.reservation;

import java.time.Instant;

/** Says that every worker number of a namespace is reserved by some process. */
public final class WorkersTakenException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The name of the namespace. */
    private final String namespace;

    /** The count of worker numbers. */
    private final long workers;

    /** The end of the reservation that ends first. */
    private final Instant nextFree;

    WorkersTakenException(ReservationTerms terms, long end, Instant nextFree, String store) {
        super("all [" + (end - terms.range().first()) + "] worker numbers of " + terms.in(store)
                + " are reserved, and the next one is free at [" + nextFree
                + "] unless it is renewed; stop a process, take a layout with more worker bits, or wait");
        this.namespace = terms.namespace();
        this.workers = end - terms.range().first();
        this.nextFree = nextFree;
    }

    /** {@return the name of the namespace} */
    public String namespace() {
        return namespace;
    }

    /** {@return how many worker numbers there are, 1 or more} */
    public long workers() {
        return workers;
    }

    /** {@return the end of the reservation that ends first, unless its holder renews it} */
    public Instant nextFree() {
        return nextFree;
    }
}
