package io.github.hibernateidgen.worker.reservation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of its slot: the hold that the store has confirmed, and the compare-and-set whose outcome it
 * does not know yet. The transitions are pure functions.
 *
 * @param held the confirmed hold; null before the first claim, and once the store has shown that the slot is not ours
 * @param unanswered what was sent and not confirmed: on its way, refused, or its answer lost. Rows must be read before
 *     anything else is sent
 */
record ReservationState(@Nullable Hold held, @Nullable Swap unanswered) {

    static final ReservationState START = new ReservationState(null, null);

    /** A compare-and-set is about to leave. */
    ReservationState sent(Swap swap) {
        return new ReservationState(held, swap);
    }

    /** Time has passed. */
    ReservationState at(long now) {
        return held == null ? this : new ReservationState(held.at(now), unanswered);
    }

    /** The store has confirmed it. */
    ReservationState applied(Swap swap) {
        return new ReservationState(swap.hold(), null);
    }

    /**
     * The store has shown its rows. Ours is the row last confirmed, or the one update without an answer, and no other,
     * be it of a token that we have written: a copy of this process has that token in its memory, too.
     */
    ReservationState seen(List<StoredSlot> rows) {
        if (unanswered != null && rows.contains(unanswered.update())) {
            return applied(unanswered);
        }
        return held != null && rows.contains(held.row()) ? new ReservationState(held, null) : START;
    }
}
