package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a process about its slot: the hold that the store has confirmed or shown, how much of it the store is
 * known to keep, and the compare-and-set whose outcome is unknown. The transitions are pure functions.
 *
 * @param held the hold; null before the first claim, and once the store has shown that the slot is not ours
 * @param unanswered the compare-and-set that was sent and not confirmed: it is on its way, was refused, or its answer was
 *     lost. Rows must be read before another one is sent
 * @param confirmedAt when the confirmation of the hold was heard, in nanoseconds of a clock that only goes forward
 * @param settledEnd the end up to which the hold is settled: the store still had it after its longest loss
 * @param shown whether the store has shown the hold's row without answering the compare-and-set that wrote it. A failover
 *     can lose such a row, however old it is, so no tick of it is issued until a later compare-and-set is answered
 */
record ReservationState(
        @Nullable Hold held, @Nullable Swap unanswered, long confirmedAt, long settledEnd, boolean shown) {

    static final ReservationState START = new ReservationState(null, null, 0, Long.MIN_VALUE, false);

    /** Returns the state before a compare-and-set is sent. */
    ReservationState sent(Swap swap) {
        return new ReservationState(held, swap, confirmedAt, settledEnd, shown);
    }

    /** Returns the state after time has passed. */
    ReservationState at(long millis) {
        return held == null ? this : new ReservationState(held.at(millis), unanswered, confirmedAt, settledEnd, shown);
    }

    /**
     * Returns the state after the store has answered that it applied a compare-and-set. The answer also covers the row that
     * it replaced, since one log orders both. If it renews a hold in time, the settled end stays; otherwise nothing is settled.
     */
    ReservationState applied(Swap swap, long heardAt) {
        return new ReservationState(swap.hold(), null, heardAt, Math.max(settledEnd, swap.floor()), false);
    }

    /**
     * Returns the state after the store has shown its rows. Only the row last held, or the one update without an answer, is
     * ours; no other row is, even with a token that we have written, since a copy of this process has that token in its
     * memory, too. Rows confirm nothing: a store with a synchronous replica may show a write that the replica lacks.
     */
    ReservationState seen(List<StoredSlot> rows) {
        if (unanswered != null && rows.contains(unanswered.update())) {
            return new ReservationState(unanswered.hold(), null, confirmedAt, settledEnd, true);
        }
        return held != null && rows.contains(held.row())
                ? new ReservationState(held, null, confirmedAt, settledEnd, shown)
                : START;
    }

    /**
     * Returns the state after the store has shown that it still has the hold. This counts only if the hold was confirmed,
     * and if the store was asked (not: if it answered) at least as long after the confirmation as the store may lose.
     */
    ReservationState looked(long sentAt, long settle) {
        return held != null && !shown && sentAt - confirmedAt >= settle
                ? new ReservationState(held, unanswered, confirmedAt, held.row().reservedUntil(), false)
                : this;
    }

    /** Returns whether all that is left of the hold is settled. */
    boolean isSettled() {
        return held == null || Math.max(settledEnd, held.floor()) >= held.row().reservedUntil();
    }

    /** Returns the ticks that may be issued; null if there are none. */
    @Nullable
    WorkerReservation reservation() {
        return held == null || held.floor() >= settledEnd
                ? null
                : new WorkerReservation(held.row().worker(), held.floor(), settledEnd);
    }
}
