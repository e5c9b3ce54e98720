package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The readings of a generator's clock, which all its lanes share, and how often their callers waited for the clock.
 *
 * <p>Thread-safe.
 */
final class ClockHistory {

    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();

    /**
     * The time that the clock has certainly reached: its highest reading at which a state was taken, or the time it must have
     * reached
     * while a caller slept. A reading below it means that the clock went back, or does not move.
     */
    private final AtomicLong reached = new AtomicLong(Long.MIN_VALUE);

    private final AtomicLong reachedAtStepBack = new AtomicLong(Long.MIN_VALUE);

    long reached() {
        return reached.get();
    }

    void noteReached(long millis) {
        if (millis > reached.get()) {
            reached.accumulateAndGet(millis, Math::max);
        }
    }

    /** Returns whether a reading is below the time reached before. Counts once until the clock has passed that time again. */
    boolean noteStepBack(long millis, long before) {
        if (millis < before && reachedAtStepBack.getAndSet(before) != before) {
            stepsBack.incrementAndGet();
        }
        return millis < before;
    }

    void noteWait() {
        waits.incrementAndGet();
    }

    long waits() {
        return waits.get();
    }

    long stepsBack() {
        return stepsBack.get();
    }
}
