package io.github.hibernateidgen.benchmarks.database;

/**
 * What a server counted.
 *
 * @param logBytes written to the log that makes commits durable; NaN where the server has none of its own
 * @param misses pages that were looked for in the server's cache and not found there
 */
record Counters(double logBytes, double misses) {

    Counters since(Counters before) {
        return new Counters(logBytes - before.logBytes, misses - before.misses);
    }
}
