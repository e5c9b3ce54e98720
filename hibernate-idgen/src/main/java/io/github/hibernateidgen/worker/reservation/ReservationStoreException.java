package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/** A {@link ReservationStore} did not answer, or not as it should. Whether it has written is unknown. */
public final class ReservationStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whether it does not pass by itself. */
    private final boolean lasting;

    /**
     * Makes the exception.
     *
     * @param message what was asked of which store, and what to do
     * @param cause what the store's driver threw
     */
    public ReservationStoreException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private ReservationStoreException(String message, @Nullable Throwable cause, boolean lasting) {
        super(message, cause);
        this.lasting = lasting;
    }

    /**
     * Makes an exception for a failure that does not pass by itself, such as a missing table or a refused login. It ends a
     * start at once, which otherwise tries again for a window.
     *
     * @param message what was asked of which store, and what to do
     * @param cause what the store's driver threw
     * @return the exception
     */
    public static ReservationStoreException lasting(String message, @Nullable Throwable cause) {
        return new ReservationStoreException(message, cause, true);
    }

    /** {@return whether the failure does not pass by itself} */
    public boolean isLasting() {
        return lasting;
    }
}
