package io.github.hibernateidgen.worker.reservation;

/**
 * This process's slot, as last confirmed or shown by the store: the row as it is stored, and the floor, which is the end in
 * that row
 * before our claim.
 */
record OwnSlot(StoredSlot row, long floor) {

    /**
     * Returns this slot as it is at a time. Once that is past the end, the slot has no tick left, also if the clock is set
     * back later: ticks that were not issued until then may have been issued by a copy of this process, which this process
     * does not know of.
     */
    OwnSlot at(long now) {
        return now < row.reservedUntil() ? this : new OwnSlot(row, row.reservedUntil());
    }

    /** Moves the end forward. */
    Swap renewal(String token, long until) {
        return swap(token, until);
    }

    /** Releases the ticks that were not issued: the row will say where the issued ticks end. */
    Swap release(String token, long issuedEnd) {
        return swap(token, Math.max(floor, Math.min(issuedEnd, row.reservedUntil())));
    }

    private Swap swap(String token, long end) {
        return new Swap(row, new StoredSlot(row.worker(), token, end), floor);
    }
}
