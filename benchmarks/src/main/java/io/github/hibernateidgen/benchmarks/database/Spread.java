package io.github.hibernateidgen.benchmarks.database;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/** The median of several rounds, between the lowest and the highest of them. */
record Spread(double median, double lowest, double highest) {

    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN);
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElseThrow());
    }

    boolean isMissing() {
        return Double.isNaN(median);
    }

    /** With the lowest and the highest, all in thousands. */
    String thousands() {
        return isMissing() ? "" : format("%.1f (%.1f-%.1f)", median / 1000, lowest / 1000, highest / 1000);
    }

    /** With the lowest and the highest. */
    String ratio() {
        return isMissing() ? "" : format("%.2f (%.2f-%.2f)", median, lowest, highest);
    }

    /** The median alone. */
    String plain(int digits) {
        return isMissing() ? "" : format("%." + digits + "f", median);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
