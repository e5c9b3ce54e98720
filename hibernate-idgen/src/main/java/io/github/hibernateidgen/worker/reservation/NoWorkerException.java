package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a request for an id if no worker number could be reserved so far. The claim is tried again in the background, so a
 * later
 * call may succeed.
 */
public final class NoWorkerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    NoWorkerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
