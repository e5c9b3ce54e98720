package io.github.hibernateidgen.segment;

/**
 * The share of all numbers that one of several masters issues: those that are {@code stripe} modulo {@code of}. Each number
 * is in one stripe, so masters with different stripes of the same {@code of} never issue the same number, whatever ranges
 * their stores hand out. It is what MySQL does with {@code auto_increment_offset} and {@code auto_increment_increment}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param stripe the remainder, from 0 to {@code of - 1}
 * @param of the number of masters, from 1 to 1,000
 */
public record Stripe(int stripe, int of) {

    private static final int MAX = 1_000;

    /** All numbers: one master. */
    public static final Stripe ALL = new Stripe(0, 1);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public Stripe {
        if (of < 1 || of > MAX) {
            throw new IllegalArgumentException(
                    "there are from 1 to " + MAX + " stripes; give as many as there are masters");
        }
        if (stripe < 0 || stripe >= of) {
            throw new IllegalArgumentException(
                    "stripes of [" + of + "] are numbered from 0 to " + (of - 1) + "; give each master one of them");
        }
    }

    /** Returns how many numbers of a range are in this stripe. */
    long count(Segment segment) {
        long first = first(segment);
        return segment.isEmpty() || first > segment.last() || first < segment.first()
                ? 0
                : (segment.last() - first) / of + 1;
    }

    /** Returns the lowest number of this stripe that is not below the range; it wraps where there is none. */
    long first(Segment segment) {
        return segment.first() + Math.floorMod(stripe - Math.floorMod(segment.first(), (long) of), (long) of);
    }

    @Override
    public String toString() {
        return "stripe " + stripe + " of " + of;
    }
}
