package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/** A {@link ReservationStore} did not answer, or not as it should. Whether it has written is unknown. */
public final class ReservationStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what was asked of which store, and what to do
     * @param cause what the store's driver threw
     */
    public ReservationStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
