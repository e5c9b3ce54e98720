package io.github.hibernateidgen.worker.reservation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slots in the memory of one process, for tests, and for several generators in a process that is never restarted.
 * The slots are lost when the process ends, so a restarted process can issue the same ids again.
 *
 * <p>Thread-safe.
 */
public final class InMemoryReservationStore implements ReservationStore {

    private record Key(String namespace, long worker) {}

    private final Map<Key, StoredSlot> slots = new ConcurrentHashMap<>();

    /** Makes an empty store. */
    public InMemoryReservationStore() {}

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return new StoredSlots(slots.entrySet().stream()
                .filter(slot -> slot.getKey().namespace.equals(namespace)
                        && slot.getKey().worker >= from
                        && slot.getKey().worker < to)
                .map(Map.Entry::getValue)
                .toList());
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        Key key = new Key(namespace, update.worker());
        return expected == null ? slots.putIfAbsent(key, update) == null : slots.replace(key, expected, update);
    }

    @Override
    public String describe() {
        return "memory of this process";
    }
}
