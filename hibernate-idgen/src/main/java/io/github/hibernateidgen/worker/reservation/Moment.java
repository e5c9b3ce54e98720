package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

/**
 * The time, read from two clocks.
 *
 * @param millis Unix milliseconds, by a clock that may be set
 * @param nanos nanoseconds since some instant, by a clock that only goes forward; they measure the time between two moments
 */
record Moment(long millis, long nanos) {

    /**
     * Returns how far this process's clock is certainly ahead of a store's. The store has read its clock at some moment between
     * the request and the answer, so the offset lies in an interval as long as the time between the two. Of that interval this
     * returns the number nearest to 0, so that a slow answer does not look like a clock that is off. The time that has passed is
     * measured by the clock that only goes forward: a clock that was set in between does not falsify it.
     *
     * @param asked a moment before the request
     * @param storeMillis the reading of the store's clock
     * @param heard a moment after the answer
     * @return milliseconds; negative where the store's clock is ahead; 0 where it is not certain which one is
     */
    static long offset(Moment asked, long storeMillis, Moment heard) {
        long passed = NANOSECONDS.toMillis(heard.nanos - asked.nanos) + 1;
        // Both clocks say whole milliseconds, so the difference may be 1 more or less.
        long most = heard.millis - storeMillis + 1;
        long least = heard.millis - passed - storeMillis - 1;
        return least > 0 ? least : Math.min(most, 0);
    }
}
