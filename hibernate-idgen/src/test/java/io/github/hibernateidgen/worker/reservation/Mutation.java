package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.WorkerReservation;

/** Ways to get the protocol wrong, which the simulation must find. */
enum Mutation {
    NONE,

    /** Ticks below the floor are issued: the clock was set back after the claim. */
    FLOOR_IGNORED {
        @Override
        WorkerReservation published(WorkerReservation confirmed) {
            return new WorkerReservation(confirmed.worker(), Long.MIN_VALUE, confirmed.reservedUntil());
        }
    },

    /** Ticks past the end are issued: a lease that its holder does not look at. */
    END_IGNORED {
        @Override
        WorkerReservation published(WorkerReservation confirmed) {
            return new WorkerReservation(confirmed.worker(), confirmed.floor(), Long.MAX_VALUE);
        }
    },

    /** A renewal counts although the store did not answer. */
    RENEWAL_BELIEVED {
        @Override
        boolean believes(Swap unanswered) {
            StoredSlot expected = unanswered.expected();
            return expected != null
                    && expected.owner().equals(unanswered.update().owner());
        }
    },

    /** A claim counts although the store did not answer. */
    CLAIM_BELIEVED {
        @Override
        boolean believes(Swap unanswered) {
            StoredSlot expected = unanswered.expected();
            return expected == null
                    || !expected.owner().equals(unanswered.update().owner());
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
    };

    WorkerReservation published(WorkerReservation confirmed) {
        return confirmed;
    }

    boolean believes(Swap unanswered) {
        return false;
    }

    boolean closesIssuers() {
        return true;
    }

    long issuedEnd(long end, long now) {
        return end;
    }
}
