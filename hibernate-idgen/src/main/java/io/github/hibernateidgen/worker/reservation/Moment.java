package io.github.hibernateidgen.worker.reservation;

/**
 * The time, read from two clocks.
 *
 * @param millis Unix milliseconds, by a clock that may be set
 * @param nanos nanoseconds since some instant, by a clock that only goes forward; they measure the time between two moments
 */
record Moment(long millis, long nanos) {}
