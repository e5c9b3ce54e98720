package io.github.hibernateidgen.worker.reservation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps slots in the memory of one process, for tests, and for several generators in a process that is never restarted. The
 * slots are lost when the process ends, so a restart can issue the same ids.
 *
 * <p>Thread-safe.
 */
public final class InMemoryReservationStore implements ReservationStore {

    private final Map<String, Map<Long, StoredSlot>> namespaces = new ConcurrentHashMap<>();

    /** Makes an empty store. */
    public InMemoryReservationStore() {}

    @Override
    public StoredSlots read(String namespace, long from, long to) {
        return new StoredSlots(slots(namespace).values().stream()
                .filter(slot -> slot.worker() >= from && slot.worker() < to)
                .toList());
    }

    @Override
    public boolean compareAndSet(String namespace, @Nullable StoredSlot expected, StoredSlot update) {
        Map<Long, StoredSlot> slots = slots(namespace);
        return expected == null
                ? slots.putIfAbsent(update.worker(), update) == null
                : slots.replace(update.worker(), expected, update);
    }

    @Override
    public String describe() {
        return "memory of this process";
    }

    private Map<Long, StoredSlot> slots(String namespace) {
        return namespaces.computeIfAbsent(namespace, name -> new ConcurrentHashMap<>());
    }
}
