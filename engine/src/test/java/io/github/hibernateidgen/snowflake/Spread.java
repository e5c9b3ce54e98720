package io.github.hibernateidgen.snowflake;

/** How evenly numbers fall into places. */
final class Spread {

    private final long[] counts;
    private long total;

    Spread(long places) {
        counts = new long[Math.toIntExact(places)];
    }

    void add(long place) {
        counts[Math.toIntExact(place)]++;
        total++;
    }

    /** Pearson's chi-square against the same number everywhere. */
    double chiSquare() {
        double expected = (double) total / counts.length;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    /**
     * What random places exceed once in a million runs: the Wilson-Hilferty approximation of the chi-square
     * distribution's quantile.
     */
    double onceInAMillion() {
        double freedom = counts.length - 1;
        double term = 2 / (9 * freedom);
        return freedom * Math.pow(1 - term + 4.7534 * Math.sqrt(term), 3);
    }

    /** The share of the fullest place, 1 where all are equal. */
    double fullest() {
        long most = 0;
        for (long count : counts) {
            most = Math.max(most, count);
        }
        return (double) most * counts.length / total;
    }
}
