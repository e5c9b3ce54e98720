package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/** Thrown if a {@link ReservationStore} fails, or answers wrongly. Whether the store has written is unknown. */
public final class ReservationStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whether a retry is useless. */
    private final boolean permanent;

    /**
     * Makes the exception.
     *
     * @param message the request, the store's name, and the next step for the reader
     * @param cause the exception of the store's driver
     */
    public ReservationStoreException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private ReservationStoreException(String message, @Nullable Throwable cause, boolean permanent) {
        super(message, cause);
        this.permanent = permanent;
    }

    /**
     * Makes an exception for a permanent failure, such as a missing table or a refused login. A permanent failure ends a start at
     * once. After any other failure a start tries again.
     *
     * @param message the request, the store's name, and the next step for the reader
     * @param cause the exception of the store's driver
     * @return the exception
     */
    public static ReservationStoreException permanent(String message, @Nullable Throwable cause) {
        return new ReservationStoreException(message, cause, true);
    }

    /** {@return whether the failure is permanent, so that a retry is useless} */
    public boolean isPermanent() {
        return permanent;
    }
}
