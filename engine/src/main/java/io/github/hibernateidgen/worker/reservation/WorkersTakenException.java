package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.Explained;
import java.time.Instant;

/** Thrown when every worker number of the namespace that this process may use is reserved. */
public final class WorkersTakenException extends IllegalStateException implements ReservationFailure {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    WorkersTakenException(ReservationTerms terms, long end, Instant nextFree, String store) {
        this(
                "all [" + (end - terms.range().first()) + "] worker numbers of " + terms.place(store)
                        + " are reserved, and the next number is free at [" + nextFree + "] unless it is renewed",
                "stop a process, take a layout with more worker bits, or wait");
    }

    private WorkersTakenException(String rule, String remedy) {
        super(Explained.message(rule, remedy));
        this.rule = rule;
        this.remedy = remedy;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }

    @Override
    public Help help() {
        return Help.NUMBERS;
    }
}
