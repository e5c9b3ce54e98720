package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.test.WorkerSourceContract;
import io.github.hibernateidgen.worker.WorkerSource;

class ReservedWorkerSourceContractTest extends WorkerSourceContract {

    private final ReservationStore store = new InMemoryReservationStore();

    @Override
    protected WorkerSource open() {
        return new ReservedWorkerSource(store, ReservationTerms.DEFAULT);
    }

    @Override
    protected boolean reserves() {
        return true;
    }
}
