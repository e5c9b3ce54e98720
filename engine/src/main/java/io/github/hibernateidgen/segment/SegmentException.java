package io.github.hibernateidgen.segment;

import org.jspecify.annotations.Nullable;

/** Thrown when no segment could be fetched for an id. A later call asks the store again. */
public final class SegmentException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message the store, the failed request, and the next step
     * @param cause the cause, for example the exception of the store's driver, or null
     */
    SegmentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
