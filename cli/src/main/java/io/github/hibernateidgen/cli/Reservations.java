package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The reservations of a namespace in a store. */
record Reservations(ReservationStore store, String namespace) {

    /** Returns a unique owner for a reservation, with the process id. */
    static String token(String purpose) {
        return "idgen-" + purpose + "." + ProcessHandle.current().pid() + "/" + UUID.randomUUID();
    }

    /** Reads all reservations and the store's clock. */
    StoredSlots read() {
        return store.read(namespace, 0, Long.MAX_VALUE);
    }

    /**
     * Writes a reservation and returns whether the store has the reservation. If the store answers "no" or throws,
     * the reservation may still have been written, so the method reads the store. If the store threw and does not
     * show the reservation, the method throws the store's exception. If the store applies the write even later, the
     * only effect is a reservation that nobody uses.
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
