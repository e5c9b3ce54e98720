package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.internal.database.OwnSessions;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a sequence or a table, read through Hibernate's {@code DatabaseStructure}, which supports all databases.
 *
 * <p>Thread-safe.
 */
public final class StructureSegments implements SegmentOrigin {

    private final DatabaseStructure structure;
    private final SegmentOptimizer optimizer;
    private final int size;
    private final boolean isJta;

    private final Commits commits = new Commits();

    /**
     * Makes the segments.
     *
     * @param structure the sequence or table
     * @param optimizer determines the numbers that a value represents
     * @param size the increment of the sequence or table
     * @param isJta whether JTA begins and ends transactions
     */
    public StructureSegments(DatabaseStructure structure, SegmentOptimizer optimizer, int size, boolean isJta) {
        this.structure = structure;
        this.optimizer = optimizer;
        this.size = size;
        this.isJta = isJta;
    }

    /** Returns a source that fetches in separate sessions and transactions. */
    @Override
    public SegmentSource separateSource(SharedSessionContractImplementor caller) {
        OwnSessions sessions = new OwnSessions(caller.getFactory(), caller.getTenantIdentifierValue());
        LoggedSequence logged = LoggedSequence.of(structure, caller.getFactory());
        return source(
                () -> logged == null || logged.isMessageRejected()
                        ? fetchSeparately(sessions, this::value)
                        : fetchSeparately(sessions, logged),
                () -> true);
    }

    /** Returns a source for a sequence, and null for a table: a rollback takes back the values of a table. */
    @Override
    public @Nullable SegmentSource callerSource(SharedSessionContractImplementor caller) {
        // The source is free only if all fetched values are acknowledged: a standby that lacks a fetched value may lack
        // this value, too.
        return structure.isPhysicalSequence() ? source(() -> value(caller), commits::areAcknowledged) : null;
    }

    private long value(SharedSessionContractImplementor session) {
        return StructureValue.next(structure.buildCallback(session));
    }

    private long fetchSeparately(OwnSessions sessions, LoggedSequence logged) {
        AtomicLong fetch = new AtomicLong();
        try {
            long value = fetchSeparately(sessions, session -> {
                fetch.set(commits.begin());
                return logged.next(session);
            });
            commits.answered(fetch.get());
            return value;
        } catch (RuntimeException | Error e) {
            if (fetch.get() > 0) {
                commits.failed();
            }
            if (!(e instanceof RuntimeException rejection) || !LoggedSequence.mayBeRejection(rejection)) {
                throw e;
            }
            long value = fetchSeparately(sessions, this::value);
            logged.noteRejection(rejection);
            commits.forgetFailures();
            return value;
        }
    }

    private long fetchSeparately(OwnSessions sessions, ToLongFunction<SharedSessionContractImplementor> read) {
        boolean beginsTransaction = structure.isPhysicalSequence() && !isJta;
        return sessions.call(session -> beginsTransaction ? committed(session, read) : isolated(session, read));
    }

    /** Reads and commits, because after a crash PostgreSQL may return the value of an uncommitted transaction again. */
    private static long committed(
            SharedSessionContractImplementor session, ToLongFunction<SharedSessionContractImplementor> read) {
        Transaction transaction = session.beginTransaction();
        try {
            long value = read.applyAsLong(session);
            transaction.commit();
            return value;
        } finally {
            if (transaction.getStatus().canRollback()) {
                transaction.rollback();
            }
        }
    }

    /**
     * Reads in an isolated transaction. Under JTA a sequence needs this transaction. Hibernate reads a table in an isolated
     * transaction in any case.
     */
    private static long isolated(
            SharedSessionContractImplementor session, ToLongFunction<SharedSessionContractImplementor> read) {
        return session.getTransactionCoordinator()
                .createIsolationDelegate()
                .delegateCallable(() -> read.applyAsLong(session), true);
    }

    private SegmentSource source(LongSupplier value, BooleanSupplier isFree) {
        return new SegmentSource() {
            @Override
            public Segment fetch() {
                return optimizer.of(value.getAsLong(), size, structure.getInitialValue());
            }

            @Override
            public boolean isFree() {
                return isFree.getAsBoolean();
            }

            @Override
            public long size() {
                return size;
            }

            @Override
            public String describe() {
                return (structure.isPhysicalSequence() ? "sequence " : "table ")
                        + structure.getPhysicalName().render();
            }
        };
    }
}
