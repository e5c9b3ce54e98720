package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The positions of a layout's time in its ids. The upper time field counts turns, and the lower time field counts ticks
 * inside a turn. A layout with one time field has turns of one tick, and no bits for ticks inside a turn.
 *
 * <p>Immutable and thread-safe.
 *
 * @param turnShift the position of the lowest bit of the upper time field
 * @param turnBits the width of the upper time field
 * @param fineShift the position of the lowest bit of the lower time field; without a lower time field, equal to {@code
 *     turnShift}
 * @param fineBits the width of the lower time field; 0 without a lower time field
 * @param width the width of all fields of the layout
 */
record TimeBits(int turnShift, int turnBits, int fineShift, int fineBits, int width) {

    /** Upper bound on the number of ranges of one turn. */
    private static final int MAX_RANGES = 1 << 12;

    static TimeBits of(LayoutFields fields) {
        long time = fields.mask(Kind.TIME);
        int turnBits = fields.first(Kind.TIME).bits();
        return new TimeBits(
                Long.SIZE - Long.numberOfLeadingZeros(time) - turnBits,
                turnBits,
                fields.shift(Kind.TIME),
                fields.bits(Kind.TIME) - turnBits,
                fields.width);
    }

    long ticksOfTurn() {
        return 1L << fineBits;
    }

    /**
     * Returns the ids of consecutive ticks as slices. For each value of the fields above the time, all whole turns form
     * one slice, and each turn that is only partly inside the span forms its own slice.
     *
     * @param first the first tick
     * @param last the last tick, not before the first
     */
    List<IdSlice> slices(long first, long last) {
        int aboveShift = turnShift + turnBits;
        long wholeEnd = (last + 1) & -ticksOfTurn(); // the end of the whole turns, exclusive
        List<IdSlice> slices = new ArrayList<>();
        for (long above = 0; above < 1L << (width - aboveShift); above++) {
            long next;
            for (long from = first; from <= last; from = next) {
                boolean isWhole = (from & mask(fineBits)) == 0 && from < wholeEnd;
                next = isWhole ? wholeEnd : Math.min(last, from | mask(fineBits)) + 1;
                slices.add(slice(above << aboveShift, from, next - 1, isWhole));
            }
        }
        return List.copyOf(slices);
    }

    private IdSlice slice(long above, long first, long last, boolean isWhole) {
        return new IdSlice(
                above | first >>> fineBits << turnShift,
                above | last >>> fineBits << turnShift | mask(turnShift),
                isWhole ? 1 : 1L << fineEnd(),
                isWhole ? 0 : (first & mask(fineBits)) << fineShift,
                isWhole ? 0 : (last & mask(fineBits)) << fineShift | mask(fineShift));
    }

    /**
     * Returns the ids of a slice as one range, or as one range for each value of the fields between the two parts of
     * the time.
     */
    Stream<IdRange> ranges(String layout, IdSlice slice) {
        if (slice.modulus() == 1) {
            return Stream.of(new IdRange(slice.first(), slice.last()));
        }
        long ranges = 1L << (turnShift - fineEnd());
        if (ranges > MAX_RANGES) {
            throw new IllegalStateException("layout [" + layout + "] has [" + ranges
                    + "] ranges of ids in a turn that the span cuts; ask for slices(from, to), which are fewer, or"
                    + " for a span of whole turns, which is one range for each value of the fields above the time");
        }
        return LongStream.range(0, ranges)
                .map(between -> slice.first() | between << fineEnd())
                .mapToObj(base -> new IdRange(base | slice.lowest(), base | slice.highest()));
    }

    private int fineEnd() {
        return fineShift + fineBits;
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
