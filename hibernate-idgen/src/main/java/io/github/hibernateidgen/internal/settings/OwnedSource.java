package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.jdbc.JdbcReservationStore;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A source of worker numbers, with what the session factory closes after it.
 *
 * @param forGenerators the source to make generators with: the source itself, or a wrapper that keeps track of them
 * @param table the table that numbers are reserved in; null if they come from elsewhere
 * @param end closes what was opened for the source, but nothing that belongs to the user; may be called twice
 */
public record OwnedSource(
        WorkerSource source,
        WorkerSource forGenerators,
        @Nullable JdbcReservationStore table,
        Runnable end) {

    /**
     * Makes an owned source of a source that was given, or made from a class.
     *
     * @param end closes the source once its generators have ended, if it was made for them
     */
    static OwnedSource of(WorkerSource source, Runnable end) {
        return new OwnedSource(source, new BorrowedSource(source), null, end);
    }

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

    /**
     * Issues no ids until {@link #resume()}.
     *
     * @return whether the number was released
     */
    public boolean suspend() {
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.suspend();
            return true;
        }
        if (forGenerators instanceof BorrowedSource borrowed) {
            borrowed.suspend();
        }
        return false;
    }

    /** Issues ids again. */
    public void resume() {
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.resume();
        } else if (forGenerators instanceof BorrowedSource borrowed) {
            borrowed.resume();
        }
    }

    /** Ends the generators, releases the number, and closes what was opened for the source. A second call does nothing. */
    public void release() {
        if (forGenerators instanceof BorrowedSource borrowed) {
            borrowed.close();
        } else if (source instanceof ReservedWorkerSource reserved) {
            reserved.close();
        }
        end.run();
    }
}
