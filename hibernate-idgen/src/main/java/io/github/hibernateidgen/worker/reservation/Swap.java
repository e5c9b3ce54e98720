package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/** One compare-and-set, and the floor of the {@link Hold} that we have if it is applied. */
record Swap(@Nullable StoredSlot expected, StoredSlot update, long floor) {

    /** Takes a slot that is free, or that nobody ever had: then there is no tick that could have been issued. */
    static Swap claim(@Nullable StoredSlot free, StoredSlot ours) {
        return new Swap(free, ours, free == null ? 0 : free.reservedUntil());
    }

    Hold hold() {
        return new Hold(update, floor);
    }

    /** Whether the end stays where it was. */
    boolean movesNothing() {
        return expected != null && expected.reservedUntil() == update.reservedUntil();
    }
}
