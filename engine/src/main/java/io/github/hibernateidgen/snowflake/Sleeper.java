package io.github.hibernateidgen.snowflake;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.concurrent.CountDownLatch;

/** Puts a thread to sleep; tests pass a sleeper that moves their clock. */
@FunctionalInterface
interface Sleeper {

    /** Returns after at least the given time. */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Sleeps as exactly as the system can, by waiting for a latch that is never counted down. Before JDK 21 {@link
     * Thread#sleep(long, int)} rounds up to whole milliseconds (JDK-8305092), and a tick of most layouts is 1 ms long.
     */
    static void park(long nanos) throws InterruptedException {
        boolean unused = new CountDownLatch(1).await(nanos, NANOSECONDS);
    }
}
