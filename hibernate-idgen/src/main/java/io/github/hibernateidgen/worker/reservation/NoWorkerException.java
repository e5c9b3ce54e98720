package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Refuses an id because the process has no worker number: none could be reserved so far. The claim is tried again in the
 * background, so that a later call may succeed.
 */
public final class NoWorkerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    NoWorkerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
