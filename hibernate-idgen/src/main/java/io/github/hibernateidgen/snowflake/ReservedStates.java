package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.WorkerReservation;

/**
 * A {@link WorkerReservation} in the terms of one layout: the worker's bits, and the first and last state (tick above
 * sequence) that it may issue.
 *
 * <p>Immutable and thread-safe, also when published by a data race.
 */
final class ReservedStates {

    final WorkerReservation reservation;
    final long floor;
    final long last;
    final long start;
    private final SnowflakeLayout layout;
    private final long workerBits;

    /**
     * Makes the states of a generator.
     *
     * @param start the first state of the generator, where the reservation has no floor that protects what others issued
     */
    ReservedStates(SnowflakeLayout layout, WorkerReservation reservation, long start) {
        Ticks ticks = layout.ticks();
        this.layout = layout;
        this.reservation = reservation;
        this.workerBits = layout.bits().workerBits(reservation.worker());
        // A tick counts when it lies wholly inside the range: round the floor up and the end down.
        this.floor = reservation.floor() == Long.MIN_VALUE
                ? start
                : ticks.firstState(ticks.tick(reservation.floor() - 1) + 1);
        this.start = start;
        this.last = ticks.firstState(ticks.tick(reservation.reservedUntil())) - 1;
    }

    /** Whether a state that was taken from others may be issued under these, which are in force. */
    boolean stillHolds(long state, ReservedStates taken, long millis) {
        return workerBits == taken.workerBits
                && floor <= state
                && state <= last
                && millis < reservation.reservedUntil();
    }

    long id(long state) {
        int bits = layout.ticks().sequenceBits();
        return layout.compose(state >>> bits, state & (1L << bits) - 1) | workerBits;
    }
}
