package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;

/**
 * A store, and what closes its client.
 *
 * @param store where reservations are
 * @param end does nothing where each use has a connection of its own
 */
record OwnedStore(ReservationStore store, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
        end.run();
    }
}
