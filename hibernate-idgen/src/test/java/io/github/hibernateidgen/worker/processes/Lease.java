package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;

/**
 * The mistake that reservations of ticks are there to prevent: whoever holds a number goes on with it until it hears of
 * another holder. With it the comparison of the ids must find duplicates.
 */
record Lease(WorkerSource source) implements WorkerSource {

    @Override
    public WorkerReservation reservation() {
        return WorkerReservation.unbounded(source.reservation().worker());
    }

    @Override
    public void attach(TickIssuer issuer) {
        source.attach(issuer);
    }
}
