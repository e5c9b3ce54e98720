package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.internal.database.OwnConnections;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.hibernate.HibernateException;
import org.hibernate.JDBCException;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.id.enhanced.AccessCallback;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a sequence or a table, read through Hibernate's {@code DatabaseStructure}, which supports all databases.
 *
 * <p>Thread-safe.
 */
final class StructureSegments implements SegmentOrigin {

    /** Half of the time after which a {@code SegmentGenerator} gives up a fetch. */
    private static final Duration LIMIT = BoundedCall.LONGEST.dividedBy(2);

    private final DatabaseStructure structure;
    private final SegmentOptimizer optimizer;
    private final int size;
    private final boolean isJta;
    private final Supplier<@Nullable ConnectionSource> connections;

    /**
     * Makes the segments.
     *
     * @param structure the sequence or table
     * @param optimizer determines the numbers that a value represents
     * @param size the increment of the sequence or table
     * @param isJta whether JTA begins and ends transactions
     * @param connections returns the connections of fetches; null if fetches use the connections of their sessions
     */
    StructureSegments(
            DatabaseStructure structure,
            SegmentOptimizer optimizer,
            int size,
            boolean isJta,
            Supplier<@Nullable ConnectionSource> connections) {
        this.structure = structure;
        this.optimizer = optimizer;
        this.size = size;
        this.isJta = isJta;
        this.connections = connections;
    }

    /** Returns a source that fetches in separate sessions and transactions, all values that are due in one of them. */
    @Override
    public SegmentSource separateSource(SharedSessionContractImplementor caller) {
        OwnSessions sessions = new OwnSessions(caller.getFactory(), caller.getTenantIdentifierValue());
        return new Source() {
            @Override
            public Segment fetch() {
                return fetch(most -> 1).get(0);
            }

            @Override
            public List<Segment> fetch(IntUnaryOperator due) {
                ConnectionSource beside = connections.get();
                return beside == null || (beside instanceof OwnConnections own && own.usesPool())
                        ? sessions.call(session -> fetchIsolated(session, due))
                        : fetchBeside(beside, sessions, due);
            }
        };
    }

    /**
     * Returns a source for a sequence, if the caller has a connection. Under JTA, a caller in a transaction counts as having a
     * connection: the pool keeps the transaction's connection, although the session releases it after each statement. For a table there is no such source: a rollback would
     * take the table's value back.
     */
    @Override
    public @Nullable SegmentSource callerSource(SharedSessionContractImplementor caller) {
        boolean hasConnection =
                caller.getJdbcCoordinator().getLogicalConnection().isPhysicallyConnected()
                        || (isJta && caller.isTransactionInProgress());
        return !structure.isPhysicalSequence() || !hasConnection
                ? null
                : new Source() {
                    @Override
                    public Segment fetch() {
                        return segment(StructureValue.next(structure.buildCallback(caller)));
                    }
                };
    }

    /**
     * Under JTA, Hibernate's delegate commits; otherwise this class commits while the connection is still bounded. What is due is
     * determined when a server has answered in this transaction, because a borrowed connection may have none yet. Under JTA,
     * Hibernate 6.6 wraps exceptions in an exception without the reason.
     */
    private List<Segment> fetchIsolated(SharedSessionContractImplementor session, IntUnaryOperator due) {
        String ping = ping(session.getFactory());
        try {
            return session.getTransactionCoordinator()
                    .createIsolationDelegate()
                    .delegateWork(
                            (executor, connection) -> {
                                BoundedConnection.borrow(connection);
                                try (BoundedConnection bounded = new BoundedConnection(connection, LIMIT)) {
                                    BoundedConnection.Work<List<Segment>> work = () -> {
                                        bounded.awaitServer(ping, BoundedCall.LONGEST_ANSWER);
                                        int count = due.applyAsInt(Integer.MAX_VALUE);
                                        return count == 0 ? List.of() : read(session, bounded, count);
                                    };
                                    return isJta ? work.run() : bounded.commit(work);
                                }
                            },
                            isJta);
        } catch (HibernateException e) {
            throw e.getCause() instanceof IdentifierGenerationException reason ? reason : e;
        }
    }

    /**
     * Fetches on a connection beside the session's. What is due is determined when a server has answered: a pooler may be
     * before the server. The session never borrows a connection, because it has this one.
     */
    private List<Segment> fetchBeside(ConnectionSource beside, OwnSessions sessions, IntUnaryOperator due) {
        OwnConnections own = beside instanceof OwnConnections kept ? kept : null;
        try {
            List<Segment> segments = beside.transact(() -> {
                Connection connection = beside.open();
                try {
                    return fetchOn(connection, beside.isCommittedByBorrower(connection), sessions, due);
                } finally {
                    beside.close(connection);
                }
            });
            if (own != null) {
                own.succeeded();
            }
            return segments;
        } catch (SQLException | RuntimeException e) {
            if (own != null) {
                own.failed(e);
            }
            if (e instanceof JDBCException read && own == null) {
                throw sessions.converted(read.getSQLException(), remedy(own));
            }
            throw e instanceof SQLException failure ? sessions.converted(failure, remedy(own)) : (RuntimeException) e;
        }
    }

    private static String remedy(@Nullable OwnConnections own) {
        return "could not read the next value of a sequence or table"
                + (own == null ? ", on the data source of " + IdgenSettings.JDBC_CONNECTION : "");
    }

    private List<Segment> fetchOn(Connection connection, boolean commits, OwnSessions sessions, IntUnaryOperator due)
            throws SQLException {
        BoundedConnection.borrow(connection);
        try (BoundedConnection bounded = new BoundedConnection(connection, LIMIT)) {
            BoundedConnection.Work<List<Segment>> work = () -> {
                bounded.awaitServer(ping(sessions.factory()), BoundedCall.LONGEST_ANSWER);
                int count = due.applyAsInt(Integer.MAX_VALUE);
                return count == 0 ? List.of() : sessions.on(connection, session -> read(session, bounded, count));
            };
            return commits ? bounded.commit(work) : work.run();
        }
    }

    private static String ping(SessionFactoryImplementor factory) {
        return "select 1" + factory.getJdbcServices().getDialect().getFromDualForSelectOnly();
    }

    private List<Segment> read(SharedSessionContractImplementor session, BoundedConnection bounded, int count)
            throws SQLException {
        return structure.isPhysicalSequence()
                ? readSequence(session.getFactory(), bounded, count)
                : readTable(session, bounded, count);
    }

    private List<Segment> readSequence(SessionFactoryImplementor factory, BoundedConnection bounded, int count)
            throws SQLException {
        JdbcServices services = factory.getJdbcServices();
        String name = factory.getSqlStringGenerationContext().format(structure.getPhysicalName());
        String query =
                inspected(factory, services.getDialect().getSequenceSupport().getSequenceNextValString(name));
        List<Segment> segments = new ArrayList<>();
        try (PreparedStatement statement = bounded.prepare(query)) {
            while (segments.size() < count) {
                services.getSqlStatementLogger().logStatement(query);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    segments.add(segment(row.getLong(1)));
                }
                bounded.requireInTime();
            }
        }
        return segments;
    }

    private static String inspected(SessionFactoryImplementor factory, String query) {
        StatementInspector inspector = factory.getSessionFactoryOptions().getStatementInspector();
        String inspected = inspector == null ? null : inspector.inspect(query);
        return inspected == null ? query : inspected;
    }

    /** Lets Hibernate read a table on the connection that this class has, instead of one that Hibernate borrows. */
    private List<Segment> readTable(SharedSessionContractImplementor session, BoundedConnection bounded, int count)
            throws SQLException {
        WatchedTable table = new WatchedTable(table(), session.getFactory().getSqlStringGenerationContext(), bounded);
        AccessCallback callback = structure.buildCallback(BorrowedSession.of(session, table.connection()));
        List<Segment> segments = new ArrayList<>();
        while (segments.size() < count) {
            long value = StructureValue.next(callback);
            table.requireOneRow(value, value + optimizer.step(size));
            segments.add(segment(value));
            bounded.requireInTime();
        }
        return segments;
    }

    DatabaseStructure structure() {
        return structure;
    }

    /** Returns the table as SQL and messages have it, if the numbers come from a table. */
    NumberTable table() {
        return new NumberTable(structure, size);
    }

    /** Returns the numbers that a value represents. */
    Segment segment(long value) {
        return optimizer.of(value, size, structure.getInitialValue());
    }

    private abstract class Source implements SegmentSource {

        /** Does nothing, because {@link SequenceCheck} compares sequences with their rows. */
        @Override
        public void open() {}

        /** Returns false: a database that loses committed values does not report it. */
        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public String describe() {
            return StructureValue.describe(structure);
        }
    }
}
