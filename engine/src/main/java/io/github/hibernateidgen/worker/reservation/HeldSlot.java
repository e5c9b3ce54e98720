package io.github.hibernateidgen.worker.reservation;

/**
 * The slot that this process holds, as last confirmed or shown by the store: the stored row, and the floor, before which
 * no tick may begin. At first, the floor is the end that the row had before this process claimed it.
 */
record HeldSlot(StoredSlot row, long floor) {

    /**
     * Returns this slot at a time. Once the slot's end is reached, the floor becomes the end. The slot then has no tick left,
     * even if the clock is set back later: a copy of this process may have issued the ticks that this process had not issued
     * before the end.
     */
    HeldSlot at(long now) {
        // guard: late
        return now < row.reservedUntil() ? this : new HeldSlot(row, row.reservedUntil());
    }

    /** Returns whether no tick is left, because {@link #at} has found the end past. */
    boolean hasEnded() {
        return floor >= row.reservedUntil();
    }

    /** Returns the compare-and-set that moves the end of the reservation. */
    Swap renewal(String token, long until) {
        return swap(token, until);
    }

    /**
     * Returns the compare-and-set that releases the ticks that were not issued. The end of the issued ticks becomes the
     * end in the row, but not below the floor.
     */
    Swap release(String token, long issuedEnd) {
        // guard: release
        return swap(token, Math.max(floor, Math.min(issuedEnd, row.reservedUntil())));
    }

    private Swap swap(String token, long end) {
        return new Swap(row, new StoredSlot(row.worker(), token, end), floor);
    }
}
