package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.concurrency.Numbers;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** A fetch is pending, and another when it has been sent. Each of two threads brings a segment and takes two numbers. */
final class TwoArrivals {

    /** The outcome if a segment came after greater numbers had been issued: the segment is dropped and counted. */
    static final String DROPPED = Numbers.RIGHT + ", and a late segment dropped";

    private final SmallSegments segments;
    private final int[] given = new int[3];
    private int[] one = {};
    private int[] other = {};

    TwoArrivals(LongSupplier clock) {
        segments = new SmallSegments(clock);
        segments.poll();
        segments.arrive();
        given[0] = segments.poll();
        segments.arrive();
        given[1] = segments.poll();
        // The first number of the second segment. From now on, two segments are fetched ahead.
        given[2] = segments.poll();
    }

    void one() {
        segments.arrive();
        one = taken(segments.poll(), segments.poll());
    }

    /** Begins the second fetch if the first has been sent, and not arrived. */
    void other() {
        int first = segments.poll();
        segments.arrive();
        other = taken(first, segments.poll());
    }

    /** Takes the remaining numbers. No number is lost except for dropped numbers. */
    String judge() {
        while (segments.arrive()) {
            // one after the other
        }
        int[] rest = IntStream.generate(segments::poll)
                .takeWhile(number -> number != SmallSegments.NONE)
                .toArray();
        int all = given.length + one.length + other.length + rest.length;
        int lost = segments.fetched() - segments.dropped() - all;
        if (lost != 0) {
            return lost + " lost of " + segments.fetched() + ": " + Numbers.show(given, one, other, rest);
        }
        String judgement = Numbers.judge(given, one, other, rest);
        return judgement.equals(Numbers.RIGHT) && segments.dropped() > 0 ? DROPPED : judgement;
    }

    private static int[] taken(int... numbers) {
        return Arrays.stream(numbers)
                .filter(number -> number != SmallSegments.NONE)
                .toArray();
    }
}
