package io.github.hibernateidgen.snowflake;

/**
 * Consecutive states that a caller has taken.
 *
 * @param states the reservation that they were taken under
 * @param first the first of them
 * @param end the end, exclusive
 */
record Block(ReservedStates states, long first, long end) {}
