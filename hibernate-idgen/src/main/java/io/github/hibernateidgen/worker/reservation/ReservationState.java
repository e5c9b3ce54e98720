package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a process about its slot: the slot as the store has confirmed or shown it, how much of it the store is
 * known to keep, and the compare-and-set whose outcome is unknown. The transitions are pure functions.
 *
 * @param own the slot; null before the first claim, and once the store has shown that another process has the slot
 * @param unanswered the compare-and-set that was sent and not confirmed: it is on its way, was refused, or its answer was
 *     lost. Rows must be read before another compare-and-set is sent
 * @param confirmedAt when the confirmation of the slot was heard, in nanoseconds of a clock that only goes forward
 * @param settledEnd the end up to which the slot is settled: the store still had it after its longest loss
 * @param shown whether the store has shown the slot's row without answering the compare-and-set that wrote it. A failover
 *     can lose such a row, however old it is, so no tick of it is issued until a later compare-and-set is answered
 */
record ReservationState(
        @Nullable OwnSlot own, @Nullable Swap unanswered, long confirmedAt, long settledEnd, boolean shown) {

    static final ReservationState START = new ReservationState(null, null, 0, Long.MIN_VALUE, false);

    /** Returns the state before a compare-and-set is sent. */
    ReservationState sent(Swap swap) {
        return new ReservationState(own, swap, confirmedAt, settledEnd, shown);
    }

    /** Returns the state after time has passed. */
    ReservationState at(long millis) {
        return own == null ? this : new ReservationState(own.at(millis), unanswered, confirmedAt, settledEnd, shown);
    }

    /**
     * Returns the state after the store has answered that it applied a compare-and-set. The answer also covers the row that
     * it replaced, since one log orders both. If it renews a slot in time, the settled end stays; otherwise no tick is settled.
     */
    ReservationState applied(Swap swap, long heardAt) {
        return new ReservationState(swap.own(), null, heardAt, Math.max(settledEnd, swap.floor()), false);
    }

    /**
     * Returns the state after the store has shown its rows. Only our last row, or the row of the one update without an answer, is
     * ours; no other row is, even with a token that we have written, since a copy of this process has that token in its
     * memory, too. Rows confirm nothing: a store with a synchronous replica may show a write that the replica lacks.
     */
    ReservationState seen(List<StoredSlot> rows) {
        if (unanswered != null && rows.contains(unanswered.update())) {
            return new ReservationState(unanswered.own(), null, confirmedAt, settledEnd, true);
        }
        return own != null && rows.contains(own.row())
                ? new ReservationState(own, null, confirmedAt, settledEnd, shown)
                : START;
    }

    /**
     * Returns the state after the store has shown that it still has the slot. This counts only if the slot was confirmed,
     * and if the store was asked (not: if it answered) at least as long after the confirmation as the store may lose.
     */
    ReservationState observed(long sentAt, long settle) {
        return own != null && !shown && sentAt - confirmedAt >= settle
                ? new ReservationState(own, unanswered, confirmedAt, own.row().reservedUntil(), false)
                : this;
    }

    /** Returns whether all that is left of the slot is settled. */
    boolean isSettled() {
        return own == null || Math.max(settledEnd, own.floor()) >= own.row().reservedUntil();
    }

    /** Returns the ticks that may be issued; null if there are none. */
    @Nullable
    WorkerReservation reservation() {
        return own == null || own.floor() >= settledEnd
                ? null
                : new WorkerReservation(own.row().worker(), own.floor(), settledEnd);
    }
}
