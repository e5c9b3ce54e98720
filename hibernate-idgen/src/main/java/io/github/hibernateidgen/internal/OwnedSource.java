package io.github.hibernateidgen.internal;

import io.github.hibernateidgen.worker.WorkerSource;

/**
 * A source of worker numbers, and how to give the number and what it was reached by back.
 *
 * @param source the source
 * @param check throws if the store of reservations, where there is one, can't be used
 * @param release closes what was opened for it, and nothing that the user has made; may be called twice
 */
record OwnedSource(WorkerSource source, Runnable check, Runnable release) {

    static OwnedSource ofUser(WorkerSource source) {
        return new OwnedSource(source, () -> {}, () -> {});
    }
}
