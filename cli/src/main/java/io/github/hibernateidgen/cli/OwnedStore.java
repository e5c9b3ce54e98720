package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;

/**
 * A store and the code that closes its client.
 *
 * @param store the store of reservations
 * @param end closes the client; does nothing if each call has its own connection
 */
record OwnedStore(ReservationStore store, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
        end.run();
    }
}
