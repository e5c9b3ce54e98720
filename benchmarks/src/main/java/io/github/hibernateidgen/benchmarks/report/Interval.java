package io.github.hibernateidgen.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/**
 * The median of a figure that each round gives, and the bounds that hold the median with 99 % by the sign test, which assumes
 * no distribution of the rounds. Needs 9 rounds or more.
 */
public record Interval(double median, double from, double to) {

    /** Returns the interval of the figures of all rounds. */
    public static Interval of(double[] rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        int away = (int) Math.ceil(2.576 * Math.sqrt(sorted.length) / 2);
        return new Interval(sorted[middle], sorted[middle - away], sorted[middle + away]);
    }

    /** Returns the interval for a file of results. */
    public ObjectNode json() {
        return new ObjectMapper()
                .createObjectNode()
                .put("median", median)
                .put("from", from)
                .put("to", to);
    }
}
