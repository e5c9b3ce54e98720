package io.github.hibernateidgen.segment;

/**
 * A range of numbers that a store has handed to one process. Immutable and thread-safe.
 *
 * @param first the lowest number
 * @param last the highest number, which belongs to the range; below {@code first} in a range without numbers
 */
public record Segment(long first, long last) {

    /** A range without numbers. */
    static final Segment EMPTY = new Segment(0, -1);

    /**
     * Checks that the range has at most 2^62 numbers.
     *
     * @throws IllegalArgumentException if the range has more than 2^62 numbers
     */
    public Segment {
        if (last >= first && (last - first < 0 || last - first >= 1L << 62)) {
            throw new IllegalArgumentException("a segment from [" + first + "] to [" + last
                    + "] is too large; hand out up to 2^62 numbers at a time");
        }
    }

    /** {@return whether this range has no number} */
    public boolean isEmpty() {
        return last < first;
    }

    /** Returns whether this segment and another have a number in common. */
    boolean overlaps(Segment other) {
        return !isEmpty() && !other.isEmpty() && first <= other.last && other.first <= last;
    }

    @Override
    public String toString() {
        return isEmpty() ? "no numbers" : first + " to " + last;
    }
}
