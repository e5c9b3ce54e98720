package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.WorkerReservation;

/**
 * A {@link WorkerReservation} in the terms of one layout: the worker's bits, and the first and last state (tick above
 * sequence) that it may issue.
 *
 * <p>Immutable and thread-safe, also when published by a data race.
 */
final class Slot {

    final WorkerReservation reservation;
    final long floor;
    final long last;
    private final SnowflakeLayout layout;
    private final long workerBits;

    Slot(SnowflakeLayout layout, WorkerReservation reservation) {
        this.layout = layout;
        this.reservation = reservation;
        this.workerBits = layout.workerBits(reservation.worker());
        // A tick counts when it lies wholly inside the range: round the floor up and the end down.
        this.floor = layout.firstState(ceilingTick(reservation.floor()));
        this.last = layout.firstState(floorTick(reservation.reservedUntil())) - 1;
    }

    long id(long state) {
        int bits = layout.sequenceBits();
        return layout.compose(state >>> bits, state & (1L << bits) - 1) | workerBits;
    }

    private long floorTick(long millis) {
        return millis == Long.MAX_VALUE ? Long.MAX_VALUE : layout.tick(millis);
    }

    private long ceilingTick(long millis) {
        return millis == Long.MIN_VALUE ? 0 : layout.tick(millis - 1) + 1;
    }
}
