package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when no id can be made because no worker number has been reserved yet. The claim is retried in the background,
 * so a later call may succeed.
 */
public final class NoWorkerException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message why no number is reserved
     * @param cause the failure of the store, or null
     */
    public NoWorkerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
