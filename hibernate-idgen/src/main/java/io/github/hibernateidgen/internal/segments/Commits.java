package io.github.hibernateidgen.internal.segments;

/**
 * Knows whether the server has acknowledged all values that it has given to our fetches of a {@link LoggedSequence}. The answer to a
 * commit acknowledges what was logged before the commit, so the answer to a fetch that began after a failure covers the failed one.
 *
 * <p>Thread-safe.
 */
final class Commits {

    private long begun;
    private long answered;
    private long failedAt;
    private int underWay;

    /** Returns the number of a fetch that has a connection now. */
    synchronized long begin() {
        underWay++;
        return ++begun;
    }

    synchronized void answered(long fetch) {
        underWay--;
        answered = Math.max(answered, fetch);
    }

    /** Whether the server has committed, and what a standby has of it, is unknown. */
    synchronized void failed() {
        underWay--;
        failedAt = begun;
    }

    /** Forgets failures: the server refuses the message, so no commit waits for a standby. */
    synchronized void forgetFailures() {
        failedAt = 0;
    }

    synchronized boolean areAcknowledged() {
        return underWay == 0 && (failedAt == 0 || answered > failedAt);
    }
}
