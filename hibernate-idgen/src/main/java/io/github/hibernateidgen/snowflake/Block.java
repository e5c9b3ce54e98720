package io.github.hibernateidgen.snowflake;

/**
 * States that a caller has taken.
 *
 * @param slot the reservation that they were taken under
 * @param first the first of them
 * @param end the end, exclusive
 */
record Block(Slot slot, long first, long end) {}
