package io.github.hibernateidgen.benchmarks.database;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * One measurement.
 *
 * @param at what it was made at, beside database and kind: {@code round}, {@code rows}, {@code spread}, ...
 * @param values what was found, by name
 */
record Sample(String part, String database, String kind, Map<String, Object> at, Map<String, Double> values) {

    Sample {
        at = new LinkedHashMap<>(at);
        values = new TreeMap<>(values);
        // JSON has no such number.
        values.values().removeIf(value -> value.isNaN());
    }

    boolean isSameCase(Sample other) {
        return database.equals(other.database) && kind.equals(other.kind) && at.equals(other.at);
    }
}
