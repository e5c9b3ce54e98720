package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/** A compare-and-set, and the floor of the {@link HeldSlot} that results if the store applies it. */
record Swap(@Nullable StoredSlot expected, StoredSlot update, long floor) {

    /**
     * Claims a slot that is free or was never written. The floor is the end of the free slot, or 0 for a slot that was
     * never written, because no tick of such a slot was issued.
     */
    static Swap claim(@Nullable StoredSlot free, StoredSlot claimed) {
        // guard: claimFloor
        return new Swap(free, claimed, free == null ? 0 : free.reservedUntil());
    }

    HeldSlot held() {
        return new HeldSlot(update, floor);
    }

    /** Returns whether the update leaves {@link StoredSlot#reservedUntil()} unchanged. */
    boolean keepsEnd() {
        return expected != null && expected.reservedUntil() == update.reservedUntil();
    }
}
