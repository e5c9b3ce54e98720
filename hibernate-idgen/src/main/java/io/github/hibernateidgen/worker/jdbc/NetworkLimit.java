package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Limits how long a connection waits for its server to 10 s, unless a shorter limit is set already. By default most drivers
 * wait without limit, so a server that vanishes without closing the connection would block the renewal for ever, also after
 * it is back.
 *
 * <p>Drivers without a network, old ones, and wrappers refuse the limit in many ways; then there is none. The limit is set on the
 * driver's own connection, since a pool such as HikariCP closes a connection that does not support a method.
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

    static NetworkLimit set(Connection lent) {
        Connection connection = lent;
        try {
            connection = lent.unwrap(Connection.class);
            int before = connection.getNetworkTimeout();
            if (before == 0 || before > MILLIS) {
                connection.setNetworkTimeout(Runnable::run, MILLIS);
                return new NetworkLimit(connection, before);
            }
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // The connection has no limit, then.
        }
        return new NetworkLimit(connection, UNCHANGED);
    }

    /** Restores the connection's limit. */
    void lift() {
        try {
            if (before != UNCHANGED && !connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, before);
            }
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // The connection is broken; its pool will notice.
        }
    }
}
