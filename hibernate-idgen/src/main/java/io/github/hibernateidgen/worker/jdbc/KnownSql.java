package io.github.hibernateidgen.worker.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** The statements on one table, made from the first connection. Thread-safe. */
final class KnownSql {

    private final JdbcTable table;
    private volatile @Nullable TableSql sql;

    KnownSql(JdbcTable table) {
        this.table = table;
    }

    /** Returns the statements; two threads may make them twice, which does no harm. */
    TableSql of(Connection connection) throws SQLException {
        TableSql known = sql;
        if (known == null) {
            known = TableSql.of(table, connection.getMetaData());
            sql = known;
        }
        return known;
    }

    /** Returns the statements; null before the first connection. */
    @Nullable
    TableSql known() {
        return sql;
    }

    JdbcDatabase database() {
        TableSql known = sql;
        return known == null ? JdbcDatabase.OTHER : known.database();
    }

    /**
     * Throws if the server has committed a write without waiting for its synchronous standby, which may lack it. PostgreSQL says
     * so in a warning, and answers as usual, when somebody cancels the statement that waits. Source: PostgreSQL's {@code
     * SyncRepWaitForLSN}.
     */
    void requireAcknowledged(Connection connection, OwnTransactions.Warnings warnings) throws SQLException {
        if (of(connection).database() != JdbcDatabase.POSTGRESQL) {
            return;
        }
        for (SQLWarning warning = warnings.get(); warning != null; warning = warning.getNextWarning()) {
            if ("01000".equals(warning.getSQLState())) {
                throw new SQLException(
                        "the server has stored the write, but has not acknowledged it: " + warning.getMessage(),
                        warning.getSQLState(),
                        warning);
            }
        }
    }

    /** Returns whether the database may write late; false before the first connection. */
    boolean mayWriteLate() {
        TableSql known = sql;
        return known != null && known.writeDelay().isPresent();
    }

    boolean hasInsertUnlessThere() {
        TableSql known = sql;
        return known != null && !known.unlessThere().isEmpty();
    }

    /** Returns whether to ask the driver for the isolation level before a read, because it might see uncommitted rows. */
    boolean readsUncommitted(Connection connection) throws SQLException {
        return of(connection).database().readsUncommitted();
    }

    /**
     * Returns whether to ask the driver for the isolation level before a statement that locks its rows, or that returns the
     * level itself. Only drivers that know the level without a request are asked.
     */
    boolean knowsLevel(Connection connection) throws SQLException {
        return readsUncommitted(connection) && !of(connection).database().tellsLevel();
    }
}
