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

    /** Moves the end forward. */
    Swap renewal(long until) {
        return new Swap(row, row.until(until), floor);
    }

    /** Gives back what was not issued: the row shall say where the issued ticks end. */
    Swap release(long issuedEnd) {
        return new Swap(row, row.until(Math.max(floor, Math.min(issuedEnd, row.reservedUntil()))), floor);
    }

    /** Whether a row in the store is this hold. The end may differ: an answer of ours can have been lost. */
    boolean owns(StoredSlot other) {
        return row.worker() == other.worker() && row.owner().equals(other.owner()) && other.reservedUntil() > floor;
    }
}
