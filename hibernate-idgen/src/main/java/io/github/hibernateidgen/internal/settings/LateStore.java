package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.reservation.ReservationStore;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is made when it is first used. Generators are made while Hibernate reads the mapping: what is not known or
 * not wanted then, such as the default schema or a client's threads, comes with the first claim.
 */
final class LateStore implements ReservationStore {

    private final String description;
    private final Supplier<? extends ReservationStore> factory;
    private @Nullable ReservationStore made;

    LateStore(String description, Supplier<? extends ReservationStore> factory) {
        this.description = description;
        this.factory = factory;
    }

    @Override
    public List<StoredSlot> read(String namespace) {
        return store().read(namespace);
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        return store().compareAndSet(namespace, expected, update);
    }

    @Override
    public OptionalLong millis(String namespace) {
        return store().millis(namespace);
    }

    @Override
    public String describe() {
        return description;
    }

    private synchronized ReservationStore store() {
        ReservationStore current = made;
        if (current == null) {
            current = factory.get();
            made = current;
        }
        return current;
    }
}
