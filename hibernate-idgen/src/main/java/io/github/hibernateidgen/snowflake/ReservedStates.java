package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.worker.WorkerReservation;

/**
 * A {@link WorkerReservation} converted to one layout: the bits of worker and lane, and the first and last state (tick above
 * sequence) that may be issued.
 *
 * <p>Immutable and thread-safe, also when published by a data race.
 */
final class ReservedStates {

    final WorkerReservation reservation;
    final long floor;
    final long last;
    final long start;
    private final long ownBits;

    /*
     * Copied from the layout. They are read after a compare-and-set, after which a processor loads again: here they are one
     * load away, and next to each other.
     */
    private final int sequenceBits;
    private final long sequenceMask;
    private final long turnMask;
    private final int turnShift;
    private final int fineShift;
    private final int sequenceShift;

    /**
     * Makes the states of one lane of a generator.
     *
     * @param start the first state of the generator, where the reservation has no floor that protects what others issued
     */
    ReservedStates(SnowflakeLayout layout, int lane, WorkerReservation reservation, long start) {
        Ticks ticks = layout.ticks();
        this.sequenceBits = ticks.sequenceBits();
        this.sequenceMask = (1L << sequenceBits) - 1;
        TimeBits time = layout.time();
        this.turnMask = -time.ticksOfTurn();
        this.turnShift = time.turnShift() - time.fineBits();
        this.fineShift = time.fineShift();
        this.sequenceShift = layout.bits().shift(Kind.SEQUENCE);
        this.reservation = reservation;
        this.ownBits =
                layout.bits().workerBits(reservation.worker()) | layout.bits().laneBits(lane);
        // A tick counts when it lies wholly inside the range: round the floor up and the end down.
        this.floor = reservation.floor() == Long.MIN_VALUE
                ? start
                : ticks.firstState(ticks.tick(reservation.floor() - 1) + 1);
        this.start = start;
        this.last = ticks.firstState(ticks.tick(reservation.reservedUntil())) - 1;
    }

    /** Compares identity first, since sources return one instance until the reservation changes. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(WorkerReservation current) {
        return reservation == current || reservation.equals(current);
    }

    /**
     * Returns whether a state that was taken under an earlier reservation may be issued under this one, which is in force
     * now.
     */
    boolean stillHolds(long state, ReservedStates taken, long millis) {
        return ownBits == taken.ownBits && floor <= state && state <= last && millis < reservation.reservedUntil();
    }

    long id(long state) {
        long tick = state >>> sequenceBits;
        return (tick & turnMask) << turnShift
                | (tick & ~turnMask) << fineShift
                | (state & sequenceMask) << sequenceShift
                | ownBits;
    }
}
