package io.github.hibernateidgen.snowflake;

import java.util.concurrent.locks.LockSupport;

/** Lets a thread wait; tests pass one that moves their clock. */
@FunctionalInterface
interface Sleeper {

    /** Returns after at least so many nanoseconds. */
    void sleep(long nanos) throws InterruptedException;

    /**
     * Waits as exactly as the system can. Before JDK 21 {@link Thread#sleep(long, int)} rounds up to whole milliseconds
     * (JDK-8305092), which is a tick.
     */
    static void park(long nanos) throws InterruptedException {
        long began = System.nanoTime();
        for (long rest = nanos; rest > 0; rest = nanos - (System.nanoTime() - began)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(rest);
        }
    }
}
