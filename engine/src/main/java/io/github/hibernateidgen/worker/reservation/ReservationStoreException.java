package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.Secrets;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a {@link ReservationStore} fails or gives a wrong answer. It is unknown whether the store has written. The message
 * and the causes show no password of a URL or an account: a cause with a password is replaced by a copy without it.
 */
public final class ReservationStoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whether a retry is useless. */
    private final boolean permanent;

    /**
     * Makes the exception.
     *
     * @param message the failed request, the store and the remedy
     * @param cause the exception of the store's driver; null without an exception
     */
    public ReservationStoreException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private ReservationStoreException(String message, @Nullable Throwable cause, boolean permanent) {
        super(Secrets.masked(message), cause == null ? null : Secrets.masked(cause));
        this.permanent = permanent;
    }

    /**
     * Makes an exception for a permanent failure, such as a missing table or a failed login. After a permanent failure
     * startup fails at once. After any other failure startup retries.
     *
     * @param message the failed request, the store and the remedy
     * @param cause the exception of the store's driver; null without an exception
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
