package io.github.hibernateidgen.worker.reservation;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when no id can be made because no worker number has been reserved yet. The claim is retried in the background,
 * so a later call may succeed.
 */
public final class NoWorkerException extends NoReservationException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception without a remedy.
     *
     * @param message why no number is reserved
     * @param cause the failure of the store, or null
     */
    public NoWorkerException(String message, @Nullable Throwable cause) {
        this(message, "", cause);
    }

    /**
     * Makes the exception. Its message is {@code rule; remedy}.
     *
     * @param rule why no number is reserved
     * @param remedy the next step; empty if none is known
     * @param cause the failure of the store, or null
     */
    public NoWorkerException(String rule, String remedy, @Nullable Throwable cause) {
        super(rule, remedy, cause);
    }

    /** {@return what helps against the cause} */
    @Override
    public Help help() {
        return getCause() instanceof ReservationFailure failure ? failure.help() : Help.STORE;
    }
}
