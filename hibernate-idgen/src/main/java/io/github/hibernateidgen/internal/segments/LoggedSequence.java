package io.github.hibernateidgen.internal.segments;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.dialect.Dialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL sequence. Each read of a value also writes a message to the server's write-ahead log. PostgreSQL logs 32
 * values of a sequence in advance. A transaction that reads such a value writes no log record, so its commit waits neither
 * for the disk nor for a synchronous standby, even if the record of the 32 values has not arrived there. The message
 * makes the commit wait for all records that were logged before the message. The message has no content, and readers of
 * logical decoding recognize it by the prefix {@code idgen}.
 *
 * <p>Source: PostgreSQL's {@code nextval_internal} and {@code RecordTransactionCommit}; the documentation of
 * {@code pg_logical_emit_message}, which every user may call, at each {@code wal_level}, since 9.6.
 *
 * <p>Thread-safe.
 */
final class LoggedSequence {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    private final String name;
    private final String query;
    private final AtomicBoolean messageRejected = new AtomicBoolean();

    private LoggedSequence(String name, String query) {
        this.name = name;
        this.query = query;
    }

    /** Returns the sequence; null for a table, and for sequences of other databases. */
    static @Nullable LoggedSequence of(DatabaseStructure structure, SessionFactoryImplementor factory) {
        Dialect dialect = factory.getJdbcServices().getDialect();
        if (!structure.isPhysicalSequence() || !(dialect instanceof PostgreSQLDialect)) {
            return null;
        }
        String name = factory.getSqlStringGenerationContext().format(structure.getPhysicalName());
        String next = dialect.getSequenceSupport().getSelectSequenceNextValString(name);
        return new LoggedSequence(name, "select " + next + ", pg_logical_emit_message(true, 'idgen', '')");
    }

    /** Returns whether the server has rejected the message before. */
    boolean isMessageRejected() {
        return messageRejected.get();
    }

    /** Reads the next value in the session's transaction. After the commit, the sequence never returns this value again. */
    long next(SharedSessionContractImplementor session) {
        return session.doReturningWork(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    /**
     * Returns whether the server may have rejected the message. Returns true for every SQLSTATE, even for a missing
     * sequence, except the classes 08 (connection), 40 (rollback), 53 (insufficient resources), 55 (an object that is
     * in use or locked) and 57 (operator intervention, such as a shutdown). Returns false without an SQLSTATE.
     */
    static boolean mayBeRejection(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException e && e.getSQLState() != null) {
                return !e.getSQLState().matches("(?:08|40|53|55|57).*");
            }
        }
        return false;
    }

    /** Records that the server rejected the message, but returned a value without the message. Logs a warning once. */
    void noteRejection(RuntimeException failure) {
        if (messageRejected.compareAndSet(false, true)) {
            LOG.warnf(
                    "the database rejects pg_logical_emit_message, so sequence %s may return its last numbers again"
                            + " after a crash of PostgreSQL or the promotion of a synchronous standby; grant execute"
                            + " on that function to this account, or ignore this if the database only speaks PostgreSQL's"
                            + " protocol: %s",
                    name, failure.getMessage());
        }
    }
}
