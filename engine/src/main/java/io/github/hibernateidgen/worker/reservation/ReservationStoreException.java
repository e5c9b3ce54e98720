package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.Secrets;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a {@link ReservationStore} fails or gives a wrong answer. It is unknown whether the store has written. The message
 * and the causes show no password of a URL or an account: a cause with a password is replaced by a copy without it.
 */
public final class ReservationStoreException extends RuntimeException implements ReservationFailure {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;
    private final Help help;

    /** Whether a retry is useless. */
    private final boolean permanent;

    /**
     * Makes the exception without a remedy.
     *
     * @param message the failed request, the store and the reason
     * @param cause the exception of the store's driver; null without an exception
     */
    public ReservationStoreException(String message, @Nullable Throwable cause) {
        this(message, "", Help.STORE, false, cause);
    }

    /**
     * Makes the exception. Its message is {@code rule; remedy}.
     *
     * @param rule the failed request, the store and the reason
     * @param remedy the next step; empty if none is known
     * @param help what helps
     * @param permanent whether a retry is useless, as for {@link #permanent}
     * @param cause the exception of the store's driver; null without an exception
     */
    public ReservationStoreException(
            String rule, String remedy, Help help, boolean permanent, @Nullable Throwable cause) {
        super(Secrets.masked(Explained.message(rule, remedy)), cause == null ? null : Secrets.masked(cause));
        this.rule = Secrets.masked(rule);
        this.remedy = Secrets.masked(remedy);
        this.help = help;
        this.permanent = permanent;
    }

    /**
     * Makes an exception for a permanent failure, such as a missing table or a failed login. After a permanent failure
     * startup fails at once. After any other failure startup retries.
     *
     * @param message the failed request, the store and the reason
     * @param cause the exception of the store's driver; null without an exception
     * @return the exception
     */
    public static ReservationStoreException permanent(String message, @Nullable Throwable cause) {
        return new ReservationStoreException(message, "", Help.STORE, true, cause);
    }

    /** {@return whether the failure is permanent, so that a retry is useless} */
    public boolean isPermanent() {
        return permanent;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }

    @Override
    public Help help() {
        return help;
    }
}
