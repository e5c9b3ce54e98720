package io.github.hibernateidgen.benchmarks.database;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses of threads. */
final class Pause {

    private Pause() {}

    static void nanos(long nanos) {
        if (nanos > 0) {
            try {
                TimeUnit.NANOSECONDS.sleep(nanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /** Returns the nanoseconds until the next of independent random events with the given mean distance. */
    static long untilNext(double meanNanos) {
        return (long) (-Math.log(1 - ThreadLocalRandom.current().nextDouble()) * meanNanos);
    }
}
