package io.github.hibernateidgen.worker.reservation;

import java.time.Instant;

/** Every worker number of a namespace is reserved by some process. */
public final class WorkersTakenException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** What the numbers are unique in. */
    private final String namespace;

    /** How many numbers there are. */
    private final long workers;

    /** When the first of them is free. */
    private final Instant nextFree;

    WorkersTakenException(String namespace, long workers, Instant nextFree, String store) {
        super("all [" + workers + "] worker numbers of namespace [" + namespace + "] in [" + store
                + "] are reserved, and the next one is free at [" + nextFree
                + "] unless it is renewed; stop a process, take a layout with more worker bits, or wait");
        this.namespace = namespace;
        this.workers = workers;
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
