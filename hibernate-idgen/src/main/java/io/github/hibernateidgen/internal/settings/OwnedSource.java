package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A source of worker numbers, with what the session factory closes after it.
 *
 * @param table the table that numbers are reserved in; null if they come from elsewhere
 * @param end closes the source and what was opened for it, but nothing that belongs to the user, once the generators have
 *     ended; may be called twice
 */
public record OwnedSource(WorkerSource source, @Nullable JdbcReservationStore table, Runnable end) {

    /**
     * Reads the table of reservations, if there is one.
     *
     * @throws io.github.hibernateidgen.worker.reservation.ReservationStoreException if it can't be read
     */
    public void checkTable() {
        if (table != null) {
            table.read(ReservationTerms.DEFAULT.namespace(), 0, 1);
        }
    }

    /** Describes what a kill of the database's process loses, if {@code settle} does not make up for it. */
    public Optional<String> lateWrites(ReservationTerms terms) {
        Duration delay = table == null ? Duration.ZERO : table.writeDelay();
        return table == null || delay.isZero() || terms.settle().compareTo(delay) > 0
                ? Optional.empty()
                : Optional.of(table.describe() + " is in a database that writes its commits to a file up to ["
                        + delay.toMillis()
                        + " ms] later. If its process is killed, two processes can get one worker number"
                        + " and make the same ids; set " + IdgenSettings.WORKER_SETTLE
                        + " to 2s, or add ;WRITE_DELAY=0 to H2's URL, or"
                        + " ;hsqldb.write_delay=false to the path of HSQLDB's database");
    }
}
