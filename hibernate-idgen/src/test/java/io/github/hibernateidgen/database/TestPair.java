package io.github.hibernateidgen.database;

import org.jspecify.annotations.Nullable;

/**
 * A primary and a replica that it feeds asynchronously. A failover is {@link #replicate}, {@link #cutOff}, {@link
 * #killPrimary} and {@link #promote}, in this order, any number of times. Not thread-safe.
 */
public interface TestPair extends AutoCloseable {

    /** Leads to the one of both that takes writes, whichever it is. */
    String url();

    /** Makes the replica, or makes it anew, and waits until it is fed. */
    void replicate() throws Exception;

    /**
     * Lets nothing reach the replica any more.
     *
     * @return a moment, in {@link System#nanoTime()}, before which the primary has confirmed nothing that the replica
     *     lacks
     */
    long cutOff() throws Exception;

    /** Kills the primary. */
    void killPrimary();

    /** Promotes the replica of a primary that was killed. */
    void promote() throws Exception;

    /** The primary's answer to a query, in the language of its clients; null where there is none. */
    @Nullable
    String answer(String query);

    @Override
    void close() throws Exception;
}
