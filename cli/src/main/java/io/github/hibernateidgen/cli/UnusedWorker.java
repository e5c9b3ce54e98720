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
 * Reserves the whole past of a worker number that no process has ever had.
 *
 * <p>The command claims a number that has no reservation in the store. No id was made with this number, so the command may
 * issue all ticks before the end of its reservation. This end is the time of this clock shortly before the claim, and the
 * command never moves the end. A process that claims the number later issues only ticks from the end on. So the ticks before
 * the end belong to this command for ever. After the claim, the command needs no renewal and no clock, and may take any time
 * to issue these ticks.
 *
 * <p>This is safe if all processes that make ids for the column reserve their numbers in this store and namespace, and if
 * the store has lost no reservation. As a second check, numbers in existing ids of the column are not claimed.
 */
record UnusedWorker(Reservations reservations, WorkerRange numbers) {

    /**
     * Processes that claim at the same time take low numbers first, and this command takes the highest number. So few attempts
     * are needed.
     */
    private static final int ATTEMPTS = 10;

    /**
     * Claims a number.
     *
     * @param seen whether the column has ids of a number
     * @param end the end of the reservation in Unix milliseconds
     * @return the reservation in the store
     * @throws RejectedException if no number is left, or if other processes were faster in all attempts
     */
    StoredSlot claim(LongPredicate seen, long end) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long worker = choose(seen);
            StoredSlot slot = new StoredSlot(worker, Reservations.token("backfill"), end);
            if (reservations.write(null, slot)) {
                return slot;
            }
        }
        throw new RejectedException("other processes claimed the chosen worker number " + ATTEMPTS
                + " times in a row; run the command again");
    }

    /** Returns the number that a claim would take now: the highest unused number. */
    long choose(LongPredicate seen) {
        Set<Long> used =
                reservations.read().slots().stream().map(StoredSlot::worker).collect(Collectors.toSet());
        return LongStream.iterate(numbers.last(), numbers::contains, worker -> worker - 1)
                .filter(worker -> !used.contains(worker) && !seen.test(worker))
                .findFirst()
                .orElseThrow(() -> new RejectedException("all worker numbers [" + numbers + "] of namespace ["
                        + reservations.namespace()
                        + "] have been used, so ids of past times may exist for each; backfill needs a number that was"
                        + " never used: use a layout with a wider worker field, or fill the rows through the"
                        + " application"));
    }

    /**
     * Returns the end of a claim: the time of this clock. Throws if this clock differs from the store's clock by more than
     * {@code maxSkew}.
     */
    long end(OptionalLong storeMillis, Instant now, Duration maxSkew) {
        long millis = now.toEpochMilli();
        long millisOfStore = storeMillis.orElse(millis);
        if (Math.abs(millis - millisOfStore) > maxSkew.toMillis()) {
            throw new RejectedException("this machine's clock reads " + now + " and the clock of ["
                    + reservations.store().describe() + "] reads "
                    + Instant.ofEpochMilli(millisOfStore) + ", more than " + maxSkew.toMinutes()
                    + " min apart; correct the wrong clock");
        }
        return millis;
    }
}
