package io.github.hibernateidgen.worker;

/**
 * The worker number that a generator puts into its ids, and the ticks for which it holds that number.
 *
 * <p>A tick may be issued under this reservation if the tick lies wholly inside {@code [floor, reservedUntil)}. Both
 * ends are Unix milliseconds, so that layouts with different ticks and epochs can share one reservation. Two holders of
 * the same worker number with disjoint ranges cannot issue the same id, whatever their clocks do.
 *
 * <p>Immutable and thread-safe.
 *
 * @param worker the worker number, 0 or more; the worker fields of a layout limit it
 * @param floor the first millisecond in which a tick may begin, inclusive
 * @param reservedUntil the millisecond at which the reservation ends, exclusive; more than {@code floor}
 */
public record WorkerReservation(long worker, long floor, long reservedUntil) {

    /**
     * Checks the three numbers.
     *
     * @throws IllegalArgumentException if the worker number is negative or the range is empty
     */
    public WorkerReservation {
        if (worker < 0) {
            throw new IllegalArgumentException("worker number [" + worker + "] is negative; give 0 or more");
        }
        if (floor >= reservedUntil) {
            throw new IllegalArgumentException("reservation of worker [" + worker + "] is empty: its floor [" + floor
                    + "] is not before its end [" + reservedUntil + "], both in Unix milliseconds");
        }
    }

    /**
     * Returns a reservation without bounds, for a worker number that no other process ever uses.
     *
     * @param worker the worker number, 0 or more
     * @return the reservation of all ticks
     */
    public static WorkerReservation unbounded(long worker) {
        return new WorkerReservation(worker, Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
