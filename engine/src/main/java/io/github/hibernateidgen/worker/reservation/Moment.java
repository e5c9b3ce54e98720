package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

/**
 * The time, read from two clocks.
 *
 * @param millis Unix milliseconds, by a clock that may be set
 * @param nanos nanoseconds, by a clock that only goes forward; they measure the time between two moments
 */
record Moment(long millis, long nanos) {

    /**
     * Returns how far this process's clock is certainly ahead of a store's clock. The store has read its clock at some
     * moment between the request and the answer, so the offset lies in an interval as long as the time between request
     * and answer. This method returns the number in that interval that is nearest to 0, so that a slow answer does not
     * look like a wrong clock. The clock that only goes forward measures the time between request and answer, so that a
     * change of the other clock does not distort the measurement.
     *
     * @param asked a moment before the request
     * @param storeMillis the reading of the store's clock
     * @param heard a moment after the answer
     * @return milliseconds; negative if the store's clock is ahead; 0 if it is not certain which clock is ahead
     */
    static long offset(Moment asked, long storeMillis, Moment heard) {
        long passed = NANOSECONDS.toMillis(heard.nanos - asked.nanos) + 1;
        // Both clocks return whole milliseconds, so the difference may be 1 more or less.
        long most = heard.millis - storeMillis + 1;
        long least = heard.millis - passed - storeMillis - 1;
        return least > 0 ? least : Math.min(most, 0);
    }
}
