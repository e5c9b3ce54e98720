package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.WrongArgumentException;

/**
 * The numbers that one of several writers issues: {@code offset}, {@code offset + step}, {@code offset + 2 * step} and so
 * on. Offset and step have the meaning of MySQL's {@code auto_increment_offset} and {@code auto_increment_increment}. Each
 * number belongs to exactly one offset of a step, so writers with different offsets of the same step never issue the same
 * number, whatever ranges their stores hand out.
 *
 * <p>Immutable and thread-safe.
 *
 * @param offset the writer's first number, if numbers start at 1: from 1 to {@code step}
 * @param step the difference between two successive numbers of a writer, which is the number of writers, from 1 to 1,000
 */
public record OffsetAndStep(int offset, int step) {

    private static final int MAX = 1_000;

    /** All numbers, for a single writer. */
    public static final OffsetAndStep ALL = new OffsetAndStep(1, 1);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public OffsetAndStep {
        if (step < 1 || step > MAX) {
            throw new WrongArgumentException("a step is from 1 to " + MAX, "give the number of writers");
        }
        if (offset < 1 || offset > step) {
            throw new WrongArgumentException(
                    "offsets of step [" + step + "] are from 1 to " + step, "give each writer one of them");
        }
    }

    /** Counts the numbers of a segment that belong to this offset. */
    long count(Segment segment) {
        long first = first(segment);
        return segment.isEmpty() || first > segment.last() || first < segment.first()
                ? 0
                : (segment.last() - first) / step + 1;
    }

    /**
     * Returns the lowest number of this offset that is not below the start of a segment. If there is no such {@code long}, the
     * result overflows.
     */
    long first(Segment segment) {
        return segment.first() + Math.floorMod(offset - Math.floorMod(segment.first(), (long) step), (long) step);
    }

    @Override
    public String toString() {
        return "offset " + offset + ", step " + step;
    }
}
