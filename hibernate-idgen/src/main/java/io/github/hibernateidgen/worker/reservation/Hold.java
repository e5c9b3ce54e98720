package io.github.hibernateidgen.worker.reservation;

/**
 * A slot that is ours as last confirmed by the store: the row as it stands there, and the floor, which is what the row
 * said before our claim.
 */
record Hold(StoredSlot row, long floor) {

    /**
     * This hold as it is at a time. Once that is past the end, no tick of it is left, and none comes back with a clock that
     * is set back later: what was not issued by then may have been issued by a copy of this process, of which its memory
     * does not know.
     */
    Hold at(long now) {
        return now < row.reservedUntil() ? this : new Hold(row, row.reservedUntil());
    }

    /** Moves the end forward. */
    Swap renewal(String token, long until) {
        return swap(token, until);
    }

    /** Gives back what was not issued: the row shall say where the issued ticks end. */
    Swap release(String token, long issuedEnd) {
        return swap(token, Math.max(floor, Math.min(issuedEnd, row.reservedUntil())));
    }

    private Swap swap(String token, long end) {
        return new Swap(row, new StoredSlot(row.worker(), token, end), floor);
    }
}
