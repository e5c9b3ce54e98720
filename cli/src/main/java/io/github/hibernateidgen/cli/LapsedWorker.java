package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.reservation.StoredSlot;
import io.github.hibernateidgen.worker.reservation.StoredSlots;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Takes a worker number from a holder whose reservation has lapsed.
 *
 * <p>It is a claim of no ticks: a compare-and-set on the row as read, that leaves its end where it is and writes a token of
 * its own. So the number's next floor is the end up to which its holder may have issued, as it was before; only a late
 * renewal, of a process that was paused and goes on, finds another's row and claims another number. The end is never taken
 * back: that of a row that is ahead of the clock may be in the memory of a process that issues below it without asking.
 */
record LapsedWorker(Reservations reservations, InstantSource clock) {

    /**
     * Takes it.
     *
     * @return the row as it is now
     * @throws RefusedException if the number was never reserved, has not lapsed by this clock and by the store's, or is
     *     claimed by another in this moment
     */
    StoredSlot take(long worker) {
        String namespace = reservations.namespace();
        StoredSlots read = reservations.read();
        StoredSlot row = read.slots().stream()
                .filter(slot -> slot.worker() == worker)
                .findFirst()
                .orElseThrow(() -> new RefusedException("worker [" + worker + "] of namespace [" + namespace + "] in ["
                        + reservations.store().describe()
                        + "] was never reserved, so it is free; list the workers to see others"));
        long now = Math.min(clock.millis(), read.millis().orElse(Long.MAX_VALUE));
        if (row.reservedUntil() > now) {
            throw new RefusedException("worker [" + worker + "] of namespace [" + namespace + "] is held by ["
                    + row.owner() + "] until " + Instant.ofEpochMilli(row.reservedUntil()) + ", and now it is "
                    + Instant.ofEpochMilli(now)
                    + ": a process that lives, or is only paused, makes ids until then without asking, so that taking the"
                    + " number back would make duplicates; shut the process down, which frees it, or wait");
        }
        StoredSlot update = new StoredSlot(worker, Reservations.token("freed"), row.reservedUntil());
        if (!reservations.write(row, update)) {
            throw new RefusedException("worker [" + worker + "] of namespace [" + namespace
                    + "] was claimed in this moment, so its new holder lives; list the workers again");
        }
        return update;
    }
}
