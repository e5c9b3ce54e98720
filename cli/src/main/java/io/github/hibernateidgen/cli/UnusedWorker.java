package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.worker.WorkerRange;
import io.github.hibernateidgen.worker.reservation.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Reserves the whole past of a worker number that nobody ever had.
 *
 * <p>It is a claim like that of any process, of a number without a row: nobody has issued a tick under it, so its floor is
 * 0. Its end is the present, and is never moved. Whoever claims the number later has that end for a floor. So the ticks
 * below it are ours for ever, however long it takes to issue them, without a renewal and without a clock.
 *
 * <p>That holds as long as all that make ids for the column reserve their numbers in this store and namespace, and the store
 * has lost no row. Where it has, ids in the column may tell: numbers that are seen there are not taken.
 */
record UnusedWorker(Reservations reservations, WorkerRange numbers) {

    /** Others that claim at the same moment take the lowest numbers; we begin at the other end. */
    private static final int ATTEMPTS = 10;

    /**
     * Claims a number.
     *
     * @param seen whether ids of a number are in the column
     * @param end the end of the ticks that are reserved, in Unix milliseconds
     * @return the row as it stands in the store
     * @throws RefusedException if no number is left
     */
    StoredSlot claim(LongPredicate seen, long end) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long worker = choose(seen);
            StoredSlot slot = new StoredSlot(worker, Reservations.token("backfill"), end);
            if (reservations.write(null, slot)) {
                return slot;
            }
        }
        throw new RefusedException("others were faster " + ATTEMPTS + " times; try again");
    }

    /** The number that a claim would take now: the highest that is unused. */
    long choose(LongPredicate seen) {
        Set<Long> used =
                reservations.read().slots().stream().map(StoredSlot::worker).collect(Collectors.toSet());
        return LongStream.iterate(numbers.last(), numbers::contains, worker -> worker - 1)
                .filter(worker -> !used.contains(worker) && !seen.test(worker))
                .findFirst()
                .orElseThrow(() -> new RefusedException("all worker numbers [" + numbers + "] of namespace ["
                        + reservations.namespace()
                        + "] have been used, and their past may hold ids; backfill needs one that never was:"
                        + " use a layout with a wider worker field, or fill the rows through the application"));
    }

    /** The end of a claim: this clock's time, unless the store's tells that it is far off. */
    long end(OptionalLong storeMillis, Instant now, Duration maxSkew) {
        long ours = now.toEpochMilli();
        long theirs = storeMillis.orElse(ours);
        if (Math.abs(ours - theirs) > maxSkew.toMillis()) {
            throw new RefusedException("this clock reads " + now + " and that of ["
                    + reservations.store().describe() + "] "
                    + Instant.ofEpochMilli(theirs) + ", more than " + maxSkew.toMinutes()
                    + " min apart; set the one right that is wrong");
        }
        return ours;
    }
}
