package io.github.hibernateidgen.benchmarks.database;

import org.hibernate.SessionEventListener;

/** Counts the calls of the JDBC driver that wait for an answer. */
final class Calls implements SessionEventListener {

    private static final long serialVersionUID = 1L;

    private long batches;
    private long singles;

    @Override
    public void jdbcExecuteBatchEnd() {
        batches++;
    }

    @Override
    public void jdbcExecuteStatementEnd() {
        singles++;
    }

    /** Batches that were executed. */
    long batches() {
        return batches;
    }

    /** Statements that were executed alone: for an id, or an insert that could not be batched. */
    long singles() {
        return singles;
    }
}
