package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A source of worker numbers, with what releases its number and closes its connections.
 *
 * @param forGenerators the source to make generators with: the source itself, or a wrapper that keeps track of them
 * @param check throws if the source has a store of reservations that can't be used
 * @param warning tells, once a number was claimed, what the store may lose that the settings do not make up for
 * @param release ends the generators and closes what was opened for the source, but nothing that belongs to the user; may
 *     be called twice
 */
public record OwnedSource(
        WorkerSource source,
        WorkerSource forGenerators,
        Runnable check,
        Supplier<Optional<String>> warning,
        Runnable release) {

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

    /**
     * A source that was given or made.
     *
     * @param end closes the source once its generators have ended, if it was made for them
     */
    static OwnedSource of(WorkerSource source, Runnable end) {
        BorrowedSource borrowed = new BorrowedSource(source);
        return new OwnedSource(source, borrowed, () -> {}, Optional::empty, () -> {
            borrowed.close();
            end.run();
        });
    }
}
