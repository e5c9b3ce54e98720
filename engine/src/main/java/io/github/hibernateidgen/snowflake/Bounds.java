package io.github.hibernateidgen.snowflake;

/**
 * The states that may be issued at one reading of the clock, from the clock's tick to a ceiling, under one reservation.
 *
 * @param incarnation the incarnation of the cell in which the bounds were made; it ends when the generator is closed
 * @param states the reservation under which the bounds were made
 * @param millis the clock, in Unix milliseconds
 * @param nanos how many nanoseconds of the millisecond have passed; 0 if the clock was read to the millisecond
 * @param fresh the first state of the clock's tick
 * @param ceiling the last state that may be issued now
 */
record Bounds(Incarnation incarnation, ReservedStates states, long millis, long nanos, long fresh, long ceiling) {

    /** Returns the end, exclusive, of a block of states that starts at {@code first}. */
    long endOf(long first, int wanted) {
        return Math.min(first + wanted, ceiling + 1);
    }
}
