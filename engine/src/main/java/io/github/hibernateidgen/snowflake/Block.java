package io.github.hibernateidgen.snowflake;

/**
 * Consecutive states that a caller has taken.
 *
 * @param states the reservation under which the caller took the states
 * @param first the first state
 * @param end the end, exclusive
 */
record Block(ReservedStates states, long first, long end) {}
