package io.github.hibernateidgen.segment;

import org.jspecify.annotations.Nullable;

/** Refuses an id because no segment could be had. A later call asks again. */
public final class SegmentException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked of which store, and what to do
     * @param cause what the store's driver threw, if it did
     */
    SegmentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
