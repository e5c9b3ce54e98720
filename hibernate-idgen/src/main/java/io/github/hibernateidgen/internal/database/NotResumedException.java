package io.github.hibernateidgen.internal.database;

import java.sql.SQLException;
import org.hibernate.HibernateException;

/**
 * Reports that the caller's transaction stays suspended, so the next work of the caller's thread is not part of that
 * transaction.
 */
final class NotResumedException extends SQLException {

    private static final long serialVersionUID = 1L;

    /** Makes the error with SQLSTATE 40003, because the caller does not learn the outcome of the work. */
    NotResumedException(Throwable cause) {
        super("the caller's transaction could not be resumed: " + cause.getMessage(), "40003", cause);
    }

    /**
     * Returns an error that makes startup fail. Startup could continue without the work, but not without the
     * transaction.
     */
    HibernateException atStart() {
        return new HibernateException(
                "The session factory is not started, since " + getMessage() + "; roll that transaction back, and start"
                        + " again outside of it",
                this);
    }
}
