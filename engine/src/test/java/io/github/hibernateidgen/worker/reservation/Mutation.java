package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.reservation.Simulation.Trouble;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways to get the protocol wrong, which the simulation must find. */
enum Mutation {
    NONE,

    /** Ticks below the floor are issued: the clock was set back after the claim. */
    FLOOR_IGNORED {
        @Override
        @Nullable
        WorkerReservation published(@Nullable WorkerReservation confirmed, @Nullable WorkerReservation before) {
            return confirmed == null
                    ? null
                    : new WorkerReservation(confirmed.worker(), Long.MIN_VALUE, confirmed.reservedUntil());
        }
    },

    /** Ticks past the end are issued: a lease that its holder does not look at. */
    END_IGNORED {
        @Override
        @Nullable
        WorkerReservation published(@Nullable WorkerReservation confirmed, @Nullable WorkerReservation before) {
            return confirmed == null
                    ? null
                    : new WorkerReservation(confirmed.worker(), confirmed.floor(), Long.MAX_VALUE);
        }
    },

    /** What was lost to a copy of this process is issued on. */
    LOSS_IGNORED {
        @Override
        @Nullable
        WorkerReservation published(@Nullable WorkerReservation confirmed, @Nullable WorkerReservation before) {
            return confirmed == null ? before : confirmed;
        }
    },

    /** A reservation that had ended is gone on with from its old floor: a copy may have issued what lies between. */
    RENEWED_LATE_FROM_THE_OLD_FLOOR {
        @Override
        @Nullable
        WorkerReservation published(@Nullable WorkerReservation confirmed, @Nullable WorkerReservation before) {
            return confirmed != null && before != null && confirmed.worker() == before.worker()
                    ? new WorkerReservation(
                            confirmed.worker(), Math.min(before.floor(), confirmed.floor()), confirmed.reservedUntil())
                    : confirmed;
        }
    },

    /** A renewal counts although the store did not answer. */
    RENEWAL_BELIEVED {
        @Override
        boolean believes(Swap unanswered) {
            return !isClaim(unanswered);
        }
    },

    /** A claim counts although the store did not answer. */
    CLAIM_BELIEVED {
        @Override
        boolean believes(Swap unanswered) {
            return isClaim(unanswered);
        }
    },

    /** The release writes what the clock says, not where the issued ticks end. */
    RELEASED_AT_THE_CLOCK {
        @Override
        long issuedEnd(long end, long now) {
            return now;
        }
    },

    /** The release writes where the ids end that were returned, while a thread may still be making one. */
    RELEASED_BEFORE_CLOSED {
        @Override
        boolean closesIssuers() {
            return false;
        }
    },

    /** A row that a read shows counts as confirmed, although the store has not answered the write. */
    SHOWN_BELIEVED {
        @Override
        boolean believes(@Nullable Swap unanswered, List<StoredSlot> rows) {
            return unanswered != null && rows.contains(unanswered.update());
        }
    },

    /** A store that answers a repeated compare-and-set as applied, although its replica may not have it yet. */
    REPEATED_BEFORE_ACKNOWLEDGED,

    /** What the settings say of the store's losses is not heeded: nothing is looked for. */
    SETTLE_IGNORED {
        @Override
        Moment asked(Moment now, Duration settle) {
            return later(now, settle);
        }
    },

    /** An answer counts however late it comes, although the state has moved on since the compare-and-set was sent. */
    LATE_ANSWER_BELIEVED,

    /** A renewal without an answer is sent again with its token, so that it may be applied twice. */
    REPEATED_WITH_ITS_TOKEN {
        @Override
        ReservationState sends(ReservationState state) {
            return state.earlier().isEmpty()
                    ? state
                    : new ReservationState(
                            state.held(),
                            state.earlier().get(0),
                            List.of(),
                            state.confirmedAt(),
                            state.settledEnd(),
                            state.shown());
        }
    },

    /** A look that is sent when half of the time has passed counts. */
    LOOKED_TOO_EARLY {
        @Override
        Moment asked(Moment now, Duration settle) {
            return later(now, settle.dividedBy(2));
        }
    },

    /** A look counts by when it is answered: it may have been sent, and the rows read, long before. */
    LOOKED_WHEN_ANSWERED {
        @Override
        Moment asked(Moment now, Duration settle) {
            return later(now, settle);
        }
    };

    private static Moment later(Moment now, Duration by) {
        return new Moment(now.millis(), now.nanos() + by.toNanos());
    }

    /** Whether it shows only where the store shows what it has not confirmed. */
    boolean isOfShowing() {
        return this == SHOWN_BELIEVED || this == REPEATED_BEFORE_ACKNOWLEDGED;
    }

    /** What must happen for it to show. */
    Trouble trouble() {
        return isOfShowing()
                ? Trouble.REPLICA_AWAY
                : this == REPEATED_WITH_ITS_TOKEN ? Trouble.RENEWALS_KEPT : Trouble.NONE;
    }

    /** Whether it shows only where the store loses what it has confirmed. */
    boolean isOfSettling() {
        return ordinal() >= SETTLE_IGNORED.ordinal();
    }

    /** The state with which a compare-and-set is sent: {@link ReservationState#unanswered()} is sent. */
    ReservationState sends(ReservationState state) {
        return state;
    }

    /** The moment at which the loop is asked what to do. */
    Moment asked(Moment now, Duration settle) {
        return now;
    }

    static boolean isClaim(Swap swap) {
        StoredSlot expected = swap.expected();
        return expected == null || expected.reservedUntil() == swap.floor();
    }

    @Nullable
    WorkerReservation published(@Nullable WorkerReservation confirmed, @Nullable WorkerReservation before) {
        return confirmed;
    }

    boolean believes(Swap unanswered) {
        return false;
    }

    /** Whether rows are taken for the answer to a compare-and-set. */
    boolean believes(@Nullable Swap unanswered, List<StoredSlot> rows) {
        return false;
    }

    boolean closesIssuers() {
        return true;
    }

    long issuedEnd(long end, long now) {
        return end;
    }
}
