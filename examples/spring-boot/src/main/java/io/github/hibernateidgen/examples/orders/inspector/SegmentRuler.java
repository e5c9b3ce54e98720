package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.examples.orders.inspector.Ruler.Cell;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Draws the segment of a number. Each bit is a number of the segment, and is on if that number was issued before or with the
 * given number.
 */
public final class SegmentRuler {

    private SegmentRuler() {}

    /**
     * Draws the segment of a number, for a sequence that Hibernate created: the first value, 1, is a separate segment, and
     * each later value is the last number of its segment.
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
