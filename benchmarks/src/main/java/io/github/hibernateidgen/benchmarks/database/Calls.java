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

    /** Returns the number of executed batches. */
    long batches() {
        return batches;
    }

    /** Returns the number of statements that were executed alone: statements for an id, and inserts that could not be batched. */
    long singles() {
        return singles;
    }
}
