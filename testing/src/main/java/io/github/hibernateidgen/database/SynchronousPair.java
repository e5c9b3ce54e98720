package io.github.hibernateidgen.database;

import java.io.IOException;

/**
 * A primary and a replica that it feeds synchronously: from {@link #replicate} on the primary acknowledges no commit that the
 * replica lacks, and after {@link #cutOff} it acknowledges none at all. Not thread-safe.
 */
public interface SynchronousPair extends TestPair {

    /**
     * Leads to the server that is the primary now, also when the other one has taken over. Clients give up after 2 s, where
     * the library itself gives up after 10 s.
     */
    String primaryUrl();

    /** Returns whether a commit waits for the replica. */
    boolean isWaiting();

    /** Kills the primary, starts it again, and waits until it answers. */
    void restartPrimary() throws IOException, InterruptedException;
}
