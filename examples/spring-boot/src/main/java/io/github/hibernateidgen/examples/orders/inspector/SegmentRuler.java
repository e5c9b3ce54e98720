package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.examples.orders.inspector.Ruler.Cell;
import java.util.List;
import java.util.stream.LongStream;

/** Draws the segment that a number is from: a bit is a number, and is on if it came no later than this one. */
public final class SegmentRuler {

    private SegmentRuler() {}

    /**
     * Draws the segment of a number, of a sequence as Hibernate makes it: its first value, 1, is a segment of its own, and
     * each later value the last of its segment.
     *
     * @param number the number, 1 or more
     * @param size the numbers of a segment
     */
    public static Ruler of(long number, int size) {
        long first = number == 1 ? 1 : (number - 2) / size * size + 2;
        long last = number == 1 ? 1 : first + size - 1;
        return new Ruler(
                number == 1 ? "The sequence’s first value, a segment of its own" : "A segment of " + size + " numbers",
                List.of(new Cell(
                        number == 1 ? "" : "of " + first + " to " + last,
                        Long.toString(number),
                        LongStream.rangeClosed(first, last)
                                .mapToObj(other -> new Bit(other <= number, Role.COUNTER))
                                .toList())));
    }
}
