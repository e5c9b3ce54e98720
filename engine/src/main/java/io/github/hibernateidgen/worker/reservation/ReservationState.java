package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process's knowledge of its slot: the slot as the store has confirmed or shown it, the part of the slot that the
 * store is known to keep, and the compare-and-sets with an unknown outcome. The transitions are pure functions.
 *
 * <p>Each compare-and-set has a token of its own, also if it follows an unanswered one. With a repeated token, a write that
 * a failover has lost could be applied a second time, and the second application would pass for the first.
 *
 * @param held the slot; null before the first claim, and once the store has shown that this process does not hold the
 *     slot
 * @param unanswered the last compare-and-set, until the store confirms it or shows its rows: it is on its way, was not
 *     applied, or its answer was lost. Rows must be read before another compare-and-set is sent
 * @param earlier the compare-and-sets without an answer that expect the row of {@code held}, and that rows were read after.
 *     The store may still apply one of them. They are forgotten once the slot has ended, so that the list stays short
 * @param confirmedAt when the confirmation of the slot was received, in nanoseconds of a clock that only goes forward
 * @param settledEnd the end up to which the slot is settled: the store still had the slot after the time in which it
 *     may lose confirmed writes
 * @param shown whether the store has shown the slot's row without answering the compare-and-set that wrote the row. A
 *     failover can lose such a row, however old the row is. So only ticks before the settled end are issued until the
 *     store answers a later compare-and-set
 */
record ReservationState(
        @Nullable HeldSlot held,
        @Nullable Swap unanswered,
        List<Swap> earlier,
        long confirmedAt,
        long settledEnd,
        boolean shown) {

    static final ReservationState START = new ReservationState(null, null, List.of(), 0, Long.MIN_VALUE, false);

    /** Returns the state with an unanswered compare-and-set, which the caller then sends. */
    ReservationState sent(Swap swap) {
        return new ReservationState(held, swap, earlier, confirmedAt, settledEnd, shown);
    }

    /** Returns the state at a time. After the slot's end no tick is left, as {@link HeldSlot#at} explains. */
    ReservationState at(long millis) {
        return held == null
                ? this
                : new ReservationState(held.at(millis), unanswered, earlier, confirmedAt, settledEnd, shown);
    }

    /**
     * Returns the state after the store has answered that it applied a compare-and-set. The answer also confirms the
     * replaced row, because one log orders both writes. If the compare-and-set renews a slot in time, the settled end
     * stays; otherwise no tick is settled. Only the answer to the unanswered compare-and-set counts: the answer to an older
     * one may come after another process has taken the row.
     */
    ReservationState applied(Swap swap, long heardAt) {
        // guard: unanswered
        return swap.equals(unanswered)
                ? new ReservationState(swap.held(), null, List.of(), heardAt, Math.max(settledEnd, swap.floor()), false)
                : this;
    }

    /**
     * Returns the state after the store has shown its rows. This process holds a row only if the row equals its last
     * row, or the update of a compare-and-set that it sent to replace its last row. An older token of this process does not
     * prove that this process holds the row, because a copy of this process has the token in its memory, too. A shown row is
     * not a confirmed row: a store with a synchronous replica may show a write that the replica lacks.
     */
    ReservationState seen(List<StoredSlot> rows) {
        List<Swap> sent = sent();
        for (Swap swap : sent) {
            if (rows.contains(swap.update())) {
                // guard: shown
                return new ReservationState(swap.held(), null, List.of(), confirmedAt, settledEnd, true);
            }
        }
        // guard: ownRow, reset
        return held != null && rows.contains(held.row())
                ? new ReservationState(held, null, held.hasEnded() ? List.of() : sent, confirmedAt, settledEnd, shown)
                : START;
    }

    private List<Swap> sent() {
        if (unanswered == null) {
            return earlier;
        }
        List<Swap> sent = new ArrayList<>(earlier);
        sent.add(unanswered);
        return List.copyOf(sent);
    }

    /**
     * Returns whether a write must follow, although the end need not move yet: an answer confirms what the store has only
     * shown, and ends what is still on its way.
     */
    boolean needsAnswer() {
        return shown || !earlier.isEmpty();
    }

    /**
     * Returns the state after the store has shown that it still has the slot. The slot becomes settled only if it was
     * confirmed, and if the request was sent at least {@code settle} after the confirmation. {@code settle} is the
     * greatest age of a confirmed write that the store may lose. The time of the request counts, not the time of the
     * answer.
     */
    ReservationState observed(long sentAt, long settle) {
        // guard: look
        return held != null && !shown && sentAt - confirmedAt >= settle
                ? new ReservationState(
                        held, unanswered, earlier, confirmedAt, held.row().reservedUntil(), false)
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
