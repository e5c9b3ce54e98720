package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import io.github.hibernateidgen.worker.WorkerReservation;

/**
 * A {@link WorkerReservation} converted to one layout: the bits of worker and lane, and the first and the last state
 * that may be issued. A state is a number that holds the tick in its high bits and the sequence in its low bits.
 *
 * <p>Immutable and thread-safe, even when published by a data race.
 */
final class ReservedStates {

    final WorkerReservation reservation;
    final long floor;
    final long last;
    final long start;
    private final long ownBits;

    /*
     * Copied from the layout. These fields are read after a compare-and-set, and the JVM can't reuse values that it
     * loaded before the compare-and-set. Each field needs one load, and the fields are next to each other.
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
     * @param start the first state if the reservation has no floor. A floor is above all states that others issued with
     *     the same worker number, so a reservation with a floor starts there
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
        // A tick may be issued if it lies wholly inside the range, so the floor is rounded up and the end down.
        // guard: floor
        this.floor = reservation.floor() == Long.MIN_VALUE
                ? start
                : ticks.firstState(ticks.tick(reservation.floor() - 1) + 1);
        this.start = start;
        // guard: end
        this.last = ticks.firstState(ticks.tick(reservation.reservedUntil())) - 1;
    }

    /** Compares identity first, because most sources return the same instance until the reservation changes. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(WorkerReservation current) {
        return reservation == current || reservation.equals(current);
    }

    /**
     * Returns whether a state that was taken under an earlier reservation may be issued under this reservation, which
     * is in force now.
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
