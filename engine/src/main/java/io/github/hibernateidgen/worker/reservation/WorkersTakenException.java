package io.github.hibernateidgen.worker.reservation;

import java.time.Instant;

/** Thrown when every worker number of the namespace that this process may use is reserved. */
public final class WorkersTakenException extends NoReservationException {

    private static final long serialVersionUID = 1L;

    WorkersTakenException(ReservationTerms terms, long end, Instant nextFree, String store) {
        this(
                "all [" + (end - terms.range().first()) + "] worker numbers of " + terms.place(store)
                        + " are reserved, and the next number is free at [" + nextFree + "] unless it is renewed",
                "stop a process, take a layout with more worker bits, or wait");
    }

    private WorkersTakenException(String rule, String remedy) {
        super(rule, remedy, null);
    }

    @Override
    public Help help() {
        return Help.NUMBERS;
    }
}
