package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.internal.database.OwnSessions;
import io.github.hibernateidgen.segment.Segment;
import io.github.hibernateidgen.segment.SegmentSource;
import org.hibernate.Transaction;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.DatabaseStructure;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a sequence, or of a table, through what Hibernate has for it, which knows all databases.
 *
 * <p>Thread-safe.
 *
 * @param structure the sequence or table
 * @param optimizer which numbers a value stands for
 * @param size its increment
 * @param isJta whether JTA begins and ends transactions
 */
public record StructureSegments(DatabaseStructure structure, SegmentOptimizer optimizer, int size, boolean isJta)
        implements SegmentOrigin {

    private Segment read(SharedSessionContractImplementor session) {
        long value = StructureValue.next(structure.buildCallback(session));
        return optimizer.of(value, size, structure.getInitialValue());
    }

    private String describe() {
        return (structure.isPhysicalSequence() ? "sequence " : "table ")
                + structure.getPhysicalName().render();
    }

    /** In sessions and transactions of their own. */
    @Override
    public SegmentSource apart(SharedSessionContractImplementor caller) {
        OwnSessions sessions = new OwnSessions(caller.getFactory(), caller.getTenantIdentifierValue());
        boolean commits = structure.isPhysicalSequence() && !isJta;
        return new Source(this) {
            @Override
            public Segment fetch() {
                return sessions.call(session -> commits ? committed(session) : isolated(session));
            }
        };
    }

    /** PostgreSQL may forget the value of a transaction that does not commit, if its machine fails. */
    private Segment committed(SharedSessionContractImplementor session) {
        Transaction transaction = session.beginTransaction();
        Segment segment = read(session);
        transaction.commit();
        return segment;
    }

    /** A table's value has a transaction of its own as it is; with JTA a sequence's needs one. */
    private Segment isolated(SharedSessionContractImplementor session) {
        return session.getTransactionCoordinator()
                .createIsolationDelegate()
                .delegateCallable(() -> read(session), true);
    }

    /** Of sequences only: no rollback takes back their values. */
    @Override
    public @Nullable SegmentSource within(SharedSessionContractImplementor caller) {
        if (!structure.isPhysicalSequence()) {
            return null;
        }
        return new Source(this) {
            @Override
            public Segment fetch() {
                return read(caller);
            }
        };
    }

    private abstract static class Source implements SegmentSource {

        private final StructureSegments segments;

        Source(StructureSegments segments) {
            this.segments = segments;
        }

        @Override
        public long size() {
            return segments.size();
        }

        @Override
        public String describe() {
            return segments.describe();
        }
    }
}
