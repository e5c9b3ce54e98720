package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.WorkerSource;
import io.github.hibernateidgen.worker.reservation.ReservedWorkerSource;

/**
 * A source of worker numbers, and how to give the number and what it was reached by back.
 *
 * @param source the source
 * @param forGenerators what generators are to be made on: the source itself, or what keeps watch over it
 * @param check throws if the store of reservations, where there is one, can't be used
 * @param release ends the generators and closes what was opened for the source, and nothing that the user has made; may
 *     be called twice
 */
public record OwnedSource(WorkerSource source, WorkerSource forGenerators, Runnable check, Runnable release) {

    /**
     * Ends all issuing until {@link #resume()}.
     *
     * @return whether the number was given back
     */
    public boolean suspend() {
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.suspend();
            return true;
        }
        if (forGenerators instanceof KeptIssuers kept) {
            kept.suspend();
        }
        return false;
    }

    /** Lets ids be made again. */
    public void resume() {
        if (source instanceof ReservedWorkerSource reserved) {
            reserved.resume();
        } else if (forGenerators instanceof KeptIssuers kept) {
            kept.resume();
        }
    }

    static OwnedSource ofUser(WorkerSource source) {
        KeptIssuers kept = new KeptIssuers(source);
        return new OwnedSource(source, kept, () -> {}, kept::close);
    }
}
