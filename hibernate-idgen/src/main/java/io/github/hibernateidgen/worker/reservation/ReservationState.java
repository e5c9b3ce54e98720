package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of its slot: the hold that the store has confirmed, how much of it the store is known to keep, and the
 * compare-and-set whose outcome is not known yet. The transitions are pure functions.
 *
 * @param held the confirmed hold; null before the first claim, and once the store has shown that the slot is not ours
 * @param unanswered what was sent and not confirmed: on its way, refused, or its answer lost. Rows must be read before
 *     anything else is sent
 * @param confirmedAt when the confirmation of the hold was heard, in nanoseconds of a clock that only goes forward
 * @param settledEnd the end up to which the hold is settled: the store still had it after its longest loss
 */
record ReservationState(@Nullable Hold held, @Nullable Swap unanswered, long confirmedAt, long settledEnd) {

    static final ReservationState START = new ReservationState(null, null, 0, Long.MIN_VALUE);

    /** A compare-and-set is about to leave. */
    ReservationState sent(Swap swap) {
        return new ReservationState(held, swap, confirmedAt, settledEnd);
    }

    /** Time has passed. */
    ReservationState at(long millis) {
        return held == null ? this : new ReservationState(held.at(millis), unanswered, confirmedAt, settledEnd);
    }

    /** The store has confirmed it. Where it renews a hold in time, what was settled stays so; otherwise nothing is. */
    ReservationState applied(Swap swap, long heardAt) {
        return new ReservationState(swap.hold(), null, heardAt, Math.max(settledEnd, swap.floor()));
    }

    /**
     * The store has shown its rows. Ours is the row last confirmed, or the one update without an answer, and no other,
     * be it of a token that we have written: a copy of this process has that token in its memory, too.
     */
    ReservationState seen(List<StoredSlot> rows, long heardAt) {
        if (unanswered != null && rows.contains(unanswered.update())) {
            return applied(unanswered, heardAt);
        }
        return held != null && rows.contains(held.row())
                ? new ReservationState(held, null, confirmedAt, settledEnd)
                : START;
    }

    /**
     * The store has shown that it still has the hold. It counts by when the store was asked, not by when it answered, and only
     * from so long after the confirmation as the store may lose.
     */
    ReservationState looked(long sentAt, long settle) {
        return held != null && sentAt - confirmedAt >= settle
                ? new ReservationState(held, unanswered, confirmedAt, held.row().reservedUntil())
                : this;
    }

    /** Whether there is nothing to look for: all that is left of the hold is settled. */
    boolean isSettled() {
        return held == null || Math.max(settledEnd, held.floor()) >= held.row().reservedUntil();
    }

    /** The ticks that may be issued; null if there are none. */
    @Nullable
    WorkerReservation reservation() {
        return held == null || held.floor() >= settledEnd
                ? null
                : new WorkerReservation(held.row().worker(), held.floor(), settledEnd);
    }
}
