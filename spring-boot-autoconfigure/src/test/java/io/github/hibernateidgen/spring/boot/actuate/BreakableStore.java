package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.worker.reservation.InMemoryReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationStoreException;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A store of reservations that can be broken and repaired. Its clock is 5 min slow. */
public class BreakableStore implements ReservationStore {

    private final ReservationStore store = new InMemoryReservationStore();
    private volatile boolean broken;

    void setBroken(boolean broken) {
        this.broken = broken;
    }

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        requireWhole();
        return new StoredSlots(
                store.read(namespace, from, to).slots(), OptionalLong.of(System.currentTimeMillis() - 300_000));
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        requireWhole();
        return store.compareAndSet(namespace, expected, update);
    }

    @Override
    public String describe() {
        return "a store that breaks";
    }

    private void requireWhole() {
        if (broken) {
            throw new ReservationStoreException("the store is broken", null);
        }
    }
}
