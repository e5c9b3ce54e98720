package io.github.hibernateidgen.worker.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reports that no connection was lent, with the reason as far as it is known. The SQLSTATE has class 08, so that no failure of a
 * pool is mistaken for a missing table.
 */
final class NoConnectionException extends SQLException {

    private static final long serialVersionUID = 1L;

    private static final String ROUTING = "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource";

    private final boolean isPermanent;

    private NoConnectionException(@Nullable String message, String state, Throwable cause, boolean isPermanent) {
        super(message, state, cause);
        this.isPermanent = isPermanent;
    }

    /**
     * Describes the failure of a pool or a driver. If the driver could make no connection, a pool has the driver's failure in its
     * chain of causes. If it has none, the pool only waited.
     */
    static SQLException of(SQLException e) {
        String reason = reason(e);
        String state = String.valueOf(e.getSQLState()).startsWith("08") ? e.getSQLState() : "08001";
        if (reason != null) {
            return new NoConnectionException(
                    "no connection can be made or used; check whether the server is stopped, or the network drops packets: "
                            + e.getMessage() + ": " + reason,
                    state,
                    e,
                    false);
        }
        if (e instanceof SQLTransientConnectionException) {
            return new NoConnectionException(
                    "no connection was free in time, and the pool reports no failure to make one; check whether all"
                            + " connections are in use, or a login hangs, as when the network drops packets: "
                            + e.getMessage(),
                    state,
                    e,
                    false);
        }
        return state.equals(e.getSQLState()) ? e : new NoConnectionException(e.getMessage(), state, e, false);
    }

    /** Returns what the driver says, and the network below it; null if no failure of a driver is in the chain. */
    private static @Nullable String reason(SQLException e) {
        String reason = null;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                reason = cause.getMessage();
            } else if (reason != null && cause instanceof IOException && cause.getMessage() != null) {
                reason += ": " + cause.getMessage();
            }
        }
        return reason;
    }

    /**
     * Describes an exception of a data source that chooses among others by a key of the thread, such as Spring's. The threads
     * of this library never have a key. Returns null for any other exception.
     */
    static @Nullable NoConnectionException withoutKey(RuntimeException e) {
        boolean isRouted = Arrays.stream(e.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(ROUTING)
                        && frame.getMethodName().equals("determineTargetDataSource"));
        return isRouted
                ? new NoConnectionException(
                        "the data source chooses its target by a key of the thread, and this library's threads have none; give"
                                + " it a default target, or give the store a data source of its own: "
                                + e.getMessage(),
                        "08001",
                        e,
                        true)
                : null;
    }

    /** Returns whether no later attempt can succeed. */
    boolean isPermanent() {
        return isPermanent;
    }
}
