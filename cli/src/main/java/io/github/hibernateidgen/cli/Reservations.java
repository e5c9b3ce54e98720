package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a store has of one namespace. */
record Reservations(ReservationStore store, String namespace) {

    /** Returns a token for a write, which no other write has. */
    static String token(String purpose) {
        return "idgen-" + purpose + "." + ProcessHandle.current().pid() + "/" + UUID.randomUUID();
    }

    /** Reads all rows, and the store's clock. */
    StoredSlots read() {
        return store.read(namespace, 0, Long.MAX_VALUE);
    }

    /** A "no", and no answer, leave open whether it was written: the row tells. One that comes late harms nobody. */
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
