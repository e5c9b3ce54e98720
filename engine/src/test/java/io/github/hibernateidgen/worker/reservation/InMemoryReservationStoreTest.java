package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.test.ReservationStoreContract;

class InMemoryReservationStoreTest extends ReservationStoreContract {

    private final ReservationStore store = new InMemoryReservationStore();

    @Override
    protected ReservationStore store() {
        return store;
    }

    @Override
    protected boolean hasClock() {
        return false;
    }
}
