package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Lets a connection wait 10 s for its server, or less where that is set already. A server that vanishes without closing
 * the connection would hold the renewal for ever, also once it is back: by default most drivers wait without end.
 *
 * <p>It is of help where it can be had. Drivers without network or of old, and wrappers of them, refuse it in many ways.
 */
final class NetworkLimit {

    private static final int MILLIS = 10_000;
    private static final int UNCHANGED = -1;

    private final Connection connection;
    private final int before;

    private NetworkLimit(Connection connection, int before) {
        this.connection = connection;
        this.before = before;
    }

    static NetworkLimit set(Connection connection) {
        try {
            int before = connection.getNetworkTimeout();
            if (before == 0 || before > MILLIS) {
                connection.setNetworkTimeout(Runnable::run, MILLIS);
                return new NetworkLimit(connection, before);
            }
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // It is without, then.
        }
        return new NetworkLimit(connection, UNCHANGED);
    }

    /** Leaves the connection as it was. */
    void lift() {
        try {
            if (before != UNCHANGED && !connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, before);
            }
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // The connection is broken, which its pool will see.
        }
    }
}
