package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Keeps a connection from reading uncommitted rows. Otherwise a claim whose commit was lost would read its own row as
 * confirmed, until the server notices and rolls it back.
 */
final class CommittedReads {

    private final Connection connection;
    private final boolean changed;

    private CommittedReads(Connection connection, boolean changed) {
        this.connection = connection;
        this.changed = changed;
    }

    /**
     * Raises the isolation level if it is READ UNCOMMITTED, and throws if the database refuses that.
     *
     * @param asked whether the connection is asked for its level, which some drivers pass on to the server
     */
    static CommittedReads set(Connection connection, boolean asked) throws SQLException {
        boolean dirty = asked && connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED;
        if (dirty) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        return new CommittedReads(connection, dirty);
    }

    /** Restores the connection's isolation level. */
    void lift() {
        try {
            if (changed && !connection.isClosed()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            }
        } catch (SQLException | RuntimeException e) {
            // The connection is broken; its pool will notice.
        }
    }
}
