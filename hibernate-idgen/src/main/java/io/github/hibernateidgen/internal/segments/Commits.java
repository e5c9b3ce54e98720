package io.github.hibernateidgen.internal.segments;

/**
 * Tracks whether the server has acknowledged all values that this process has fetched from a {@link LoggedSequence}. The
 * answer to a commit acknowledges all records that were logged before the commit. So the answer to a fetch that began after a
 * failure also acknowledges the value of the failed fetch.
 *
 * <p>Thread-safe.
 */
final class Commits {

    private long lastFetch;
    private long answered;
    private long failedAt;
    private int underWay;

    /** Begins a fetch that has just got its connection, and returns the number of the fetch. */
    synchronized long begin() {
        underWay++;
        return ++lastFetch;
    }

    synchronized void answered(long fetch) {
        underWay--;
        answered = Math.max(answered, fetch);
    }

    /** Ends a failed fetch. It is unknown whether the server has committed, and whether a standby has the commit. */
    synchronized void failed() {
        underWay--;
        failedAt = lastFetch;
    }

    /** Forgets failures: the server rejects the message of {@link LoggedSequence}, so commits do not wait for a standby. */
    synchronized void forgetFailures() {
        failedAt = 0;
    }

    synchronized boolean areAcknowledged() {
        return underWay == 0 && (failedAt == 0 || answered > failedAt);
    }
}
