package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that is made when it is first used. */
final class LateStore implements ReservationStore {

    private final String description;
    private final Late<ReservationStore> store;

    LateStore(String description, Supplier<? extends ReservationStore> factory) {
        this.description = description;
        store = new Late<>(factory);
    }

    @Override
    public List<StoredSlot> read(String namespace) {
        return store.get().read(namespace);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return store.get().compareAndSet(namespace, expected, update);
    }

    @Override
    public OptionalLong millis(String namespace) {
        return store.get().millis(namespace);
    }

    @Override
    public String describe() {
        return description;
    }
}
