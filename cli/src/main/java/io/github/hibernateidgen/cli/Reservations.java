package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The reservations of a namespace in a store. */
record Reservations(ReservationStore store, String namespace) {

    /** Returns a unique token for a write. */
    static String token(String purpose) {
        return "idgen-" + purpose + "." + ProcessHandle.current().pid() + "/" + UUID.randomUUID();
    }

    /** Reads all reservations and the store's clock. */
    StoredSlots read() {
        return store.read(namespace, 0, Long.MAX_VALUE);
    }

    /**
     * Writes a reservation and returns whether the store has it. If the store answers "no" or fails, the reservation may
     * still have been written, so it is read again. If the store failed and does not show the reservation, its exception is
     * thrown. If the write is applied even later, the only harm is a reservation that nobody uses.
     */
    boolean write(@Nullable StoredSlot expected, StoredSlot update) {
        try {
            if (store.compareAndSet(namespace, expected, update)) {
                return true;
            }
        } catch (RuntimeException e) {
            if (!read().slots().contains(update)) {
                throw e;
            }
            return true;
        }
        return read().slots().contains(update);
    }
}
