package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The highest known time of a generator's clock, and the counts of waits and of steps back. All lanes share one
 * history.
 *
 * <p>Thread-safe.
 */
final class ClockHistory {

    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();

    /**
     * The time that the clock has certainly reached: its highest reading at which a state was taken, or the time that
     * the clock must have reached while a caller slept. A lower reading means that the clock went back, or does not
     * move.
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

    /**
     * Returns whether a reading is below the time reached before. Such a step back is counted once, until the clock has
     * passed that time again.
     */
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
