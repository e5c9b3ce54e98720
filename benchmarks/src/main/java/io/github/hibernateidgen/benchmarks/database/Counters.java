package io.github.hibernateidgen.benchmarks.database;

/**
 * The counters of a server.
 *
 * @param logBytes the bytes written to the log that makes commits durable; NaN if the server has no such log
 * @param misses the pages that were not found in the server's cache
 */
record Counters(double logBytes, double misses) {

    Counters since(Counters before) {
        return new Counters(logBytes - before.logBytes, misses - before.misses);
    }
}
