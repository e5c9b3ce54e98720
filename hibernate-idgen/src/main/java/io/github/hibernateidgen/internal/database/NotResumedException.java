package io.github.hibernateidgen.internal.database;

import java.sql.SQLException;
import org.hibernate.HibernateException;

/** The caller's transaction stays set aside, so what its thread does next is not done in it. */
public final class NotResumedException extends SQLException {

    private static final long serialVersionUID = 1L;

    /** SQLSTATE 40003 leaves the outcome of the work open, too. */
    NotResumedException(Exception cause) {
        super("the caller's transaction could not be resumed: " + cause.getMessage(), "40003", cause);
    }

    /** Stops the start, which could do without the work, but not without the transaction. */
    public HibernateException atStart() {
        return new HibernateException(
                "The session factory is not started, since " + getMessage() + "; roll that transaction back, and start"
                        + " again outside of it",
                this);
    }
}
