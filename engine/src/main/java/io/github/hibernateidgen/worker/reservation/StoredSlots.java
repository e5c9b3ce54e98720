package io.github.hibernateidgen.worker.reservation;

import java.util.List;
import java.util.OptionalLong;

/**
 * The result of {@link ReservationStore#read}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param slots the slots, one for each requested worker number that was ever written, in any order
 * @param millis the store's own clock in Unix milliseconds, as it was read during the call; empty if the store has no clock, or
 *     could not read it
 */
public record StoredSlots(List<StoredSlot> slots, OptionalLong millis) {

    /** Copies the list. */
    public StoredSlots {
        slots = List.copyOf(slots);
    }

    /**
     * Makes the result of a store that has no clock.
     *
     * @param slots the slots
     */
    public StoredSlots(List<StoredSlot> slots) {
        this(slots, OptionalLong.empty());
    }
}
