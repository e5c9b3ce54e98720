package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A source of worker numbers, and the action with which the session factory closes it.
 *
 * @param table the table in which numbers are reserved; null if the numbers come from another source
 * @param end closes the source and the objects that were made for it, but no object of the user. The action runs after
 *     the generators have ended, and may be called twice
 */
public record OwnedSource(WorkerSource source, @Nullable JdbcReservationStore table, Runnable end) {

    /**
     * Reads the table of reservations, if the numbers are reserved in a table.
     *
     * @throws io.github.hibernateidgen.worker.reservation.ReservationStoreException if the table can't be read
     */
    public void checkTable() {
        if (table != null) {
            table.read(ReservationTerms.DEFAULT.namespace(), 0, 1);
        }
    }

    /**
     * Returns a warning if a kill of the database's process can lose reservations, and {@code settle} is too short to make up
     * for the loss.
     */
    public Optional<String> lateWrites(ReservationTerms terms) {
        Duration delay = table == null ? Duration.ZERO : table.writeDelay();
        return table == null || delay.isZero() || terms.settle().compareTo(delay) > 0
                ? Optional.empty()
                : Optional.of(table.describe() + " is in a database that writes its commits to a file up to ["
                        + delay.toMillis()
                        + " ms] later. If the process of the database is killed, two processes can get the same worker"
                        + " number and make the same ids; set " + IdgenSettings.WORKER_SETTLE
                        + " to 2s, or add ;WRITE_DELAY=0 to H2's URL, or"
                        + " ;hsqldb.write_delay=false to the path of HSQLDB's database");
    }
}
