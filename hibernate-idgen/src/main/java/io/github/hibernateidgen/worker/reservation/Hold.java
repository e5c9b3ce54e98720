package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;

/**
 * A slot that is ours as last confirmed by the store: the row as it stands there, and the floor, which is what the row
 * said before our claim.
 */
record Hold(StoredSlot row, long floor) {

    WorkerReservation reservation() {
        return new WorkerReservation(row.worker(), floor, row.reservedUntil());
    }

    /**
     * Moves the end forward. A reservation that has ended is not gone on with but begun anew, at its old end: up to there
     * a copy of this process may have issued ticks, which the memory of this one does not know of.
     */
    Swap renewal(String token, long now, long until) {
        return swap(token, until, now < row.reservedUntil() ? floor : row.reservedUntil());
    }

    /** Gives back what was not issued: the row shall say where the issued ticks end. */
    Swap release(String token, long issuedEnd) {
        return swap(token, Math.max(floor, Math.min(issuedEnd, row.reservedUntil())), floor);
    }

    private Swap swap(String token, long end, long newFloor) {
        return new Swap(row, new StoredSlot(row.worker(), token, end), newFloor);
    }
}
