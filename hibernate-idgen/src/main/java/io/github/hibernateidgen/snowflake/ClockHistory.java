package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What all lanes of one generator know of its clock, and how often their callers waited for it.
 *
 * <p>Thread-safe.
 */
final class ClockHistory {

    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();

    /**
     * What the clock is known to have reached: its highest reading at which a state was taken, or what it must have reached
     * while a caller slept. A reading below it means that the clock went back, or stands.
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

    /** Returns whether a reading is below what was reached before it. Counts once until the clock has passed that again. */
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
