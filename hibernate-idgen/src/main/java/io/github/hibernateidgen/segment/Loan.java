package io.github.hibernateidgen.segment;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Ascending numbers that callers take without a lock, until it is ended; none is taken after that.
 *
 * <p>Thread-safe.
 */
final class Loan {

    private final long first;
    private final int step;
    private final long count;
    private final AtomicLong taken = new AtomicLong();

    Loan(long first, int step, long count) {
        this.first = first;
        this.step = step;
        this.count = count;
    }

    static Loan ofNothing() {
        return new Loan(0, 1, 0);
    }

    /** The next number, or {@link SegmentBuffer#NONE} where none is left. */
    long take() {
        long before = taken.getAndIncrement();
        return before < count ? number(before) : SegmentBuffer.NONE;
    }

    /** Ends it, and tells how many numbers nobody has taken: the last ones. */
    long end() {
        return Math.max(0, count - taken.getAndSet(count));
    }

    /** The number that has so many before it. */
    long number(long before) {
        return first + before * step;
    }

    long count() {
        return count;
    }
}
