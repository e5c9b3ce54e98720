package io.github.hibernateidgen.benchmarks.database;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The median of several rounds, with the lowest and the highest round.
 *
 * @param lower the median of the lower half
 * @param upper the median of the upper half
 */
record Spread(double median, double lowest, double lower, double upper, double highest) {

    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        List<Double> sorted = values.stream().sorted().toList();
        int half = (sorted.size() + 1) / 2;
        return new Spread(
                middle(sorted),
                sorted.get(0),
                middle(sorted.subList(0, half)),
                middle(sorted.subList(sorted.size() - half, sorted.size())),
                sorted.get(sorted.size() - 1));
    }

    private static double middle(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    boolean isMissing() {
        return Double.isNaN(median);
    }

    /** Returns the median with the lowest and the highest round, in thousands. */
    String thousands() {
        return isMissing() ? "" : format("%.1f (%.1f-%.1f)", median / 1000, lowest / 1000, highest / 1000);
    }

    /** Returns the median with the lowest and the highest round. */
    String ratio() {
        return isMissing() ? "" : format("%.2f (%.2f-%.2f)", median, lowest, highest);
    }

    /** Returns the median with the bounds of the middle half of the rounds. */
    String middleHalf() {
        return isMissing() ? "" : format("%.3f (%.2f-%.2f)", median, lower, upper);
    }

    /** Returns only the median. */
    String plain(int digits) {
        return isMissing() ? "" : format("%." + digits + "f", median);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
