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

    /** Nanoseconds until the next of events that know nothing of each other, which come once in so many on average. */
    static long untilNext(double meanNanos) {
        return (long) (-Math.log(1 - ThreadLocalRandom.current().nextDouble()) * meanNanos);
    }
}
