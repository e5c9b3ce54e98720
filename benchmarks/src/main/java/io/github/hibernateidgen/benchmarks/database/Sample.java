package io.github.hibernateidgen.benchmarks.database;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A measurement.
 *
 * @param at the parameters of the measurement except for database and kind: {@code round}, {@code rows}, {@code spread}, ...
 * @param values the measured values by their names
 */
record Sample(String part, String database, String kind, Map<String, Object> at, Map<String, Double> values) {

    Sample {
        at = new LinkedHashMap<>(at);
        values = new TreeMap<>(values);
        // JSON has no NaN.
        values.values().removeIf(value -> value.isNaN());
    }

    boolean isSameCase(Sample other) {
        return database.equals(other.database) && kind.equals(other.kind) && at.equals(other.at);
    }
}
