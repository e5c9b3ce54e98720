package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process's knowledge of its slot: the slot as the store has confirmed or shown it, the part of the slot that the
 * store is known to keep, and the compare-and-set with an unknown outcome. The transitions are pure functions.
 *
 * @param held the slot; null before the first claim, and once the store has shown that this process does not hold the
 *     slot
 * @param unanswered the compare-and-set that was sent and not confirmed: it is on its way, was not applied, or its
 *     answer was lost. Rows must be read before another compare-and-set is sent
 * @param confirmedAt when the confirmation of the slot was received, in nanoseconds of a clock that only goes forward
 * @param settledEnd the end up to which the slot is settled: the store still had the slot after the time in which it
 *     may lose confirmed writes
 * @param shown whether the store has shown the slot's row without answering the compare-and-set that wrote the row. A
 *     failover can lose such a row, however old the row is. So only ticks before the settled end are issued until the
 *     store answers a later compare-and-set
 */
record ReservationState(
        @Nullable HeldSlot held, @Nullable Swap unanswered, long confirmedAt, long settledEnd, boolean shown) {

    static final ReservationState START = new ReservationState(null, null, 0, Long.MIN_VALUE, false);

    /** Returns the state with an unanswered compare-and-set, which the caller then sends. */
    ReservationState sent(Swap swap) {
        return new ReservationState(held, swap, confirmedAt, settledEnd, shown);
    }

    /** Returns the state at a time. After the slot's end no tick is left, as {@link HeldSlot#at} explains. */
    ReservationState at(long millis) {
        return held == null ? this : new ReservationState(held.at(millis), unanswered, confirmedAt, settledEnd, shown);
    }

    /**
     * Returns the state after the store has answered that it applied a compare-and-set. The answer also confirms the
     * replaced row, because one log orders both writes. If the compare-and-set renews a slot in time, the settled end
     * stays; otherwise no tick is settled. Only the answer to the unanswered compare-and-set counts: the answer to an older
     * one may come after another process has taken the row.
     */
    ReservationState applied(Swap swap, long heardAt) {
        return swap.equals(unanswered)
                ? new ReservationState(swap.held(), null, heardAt, Math.max(settledEnd, swap.floor()), false)
                : this;
    }

    /**
     * Returns the state after the store has shown its rows. This process holds a row only if the row equals its last
     * row or its unanswered update. An older token of this process does not prove that this process holds the row,
     * because a copy of this process has the token in its memory, too. A shown row is not a confirmed row: a store with
     * a synchronous replica may show a write that the replica lacks.
     */
    ReservationState seen(List<StoredSlot> rows) {
        if (unanswered != null && rows.contains(unanswered.update())) {
            return new ReservationState(unanswered.held(), null, confirmedAt, settledEnd, true);
        }
        return held != null && rows.contains(held.row())
                ? new ReservationState(held, null, confirmedAt, settledEnd, shown)
                : START;
    }

    /**
     * Returns the state after the store has shown that it still has the slot. The slot becomes settled only if it was
     * confirmed, and if the request was sent at least {@code settle} after the confirmation. {@code settle} is the
     * greatest age of a confirmed write that the store may lose. The time of the request counts, not the time of the
     * answer.
     */
    ReservationState observed(long sentAt, long settle) {
        return held != null && !shown && sentAt - confirmedAt >= settle
                ? new ReservationState(held, unanswered, confirmedAt, held.row().reservedUntil(), false)
                : this;
    }

    /** Returns whether the whole rest of the slot is settled. */
    boolean isSettled() {
        return held == null || Math.max(settledEnd, held.floor()) >= held.row().reservedUntil();
    }

    /** Returns the ticks that may be issued; null if no tick may be issued. */
    @Nullable
    WorkerReservation reservation() {
        return held == null || held.floor() >= settledEnd
                ? null
                : new WorkerReservation(held.row().worker(), held.floor(), settledEnd);
    }
}
