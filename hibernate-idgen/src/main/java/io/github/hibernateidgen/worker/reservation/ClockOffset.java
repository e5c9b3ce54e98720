package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

/** How far this process's clock is ahead of a store's. */
final class ClockOffset {

    private ClockOffset() {}

    /**
     * Tells what is certain of the offset. The store has read its clock at some moment between the request and the answer, so
     * the offset lies within so many milliseconds as the two are apart. Of that interval this returns what is nearest to 0,
     * so that a slow answer does not look like a clock that is off. What has passed is measured by the clock that only goes
     * forward: a clock that was set in between does not falsify it.
     *
     * @param asked a moment before the request
     * @param storeMillis what the store's clock said
     * @param heard a moment after the answer
     * @return milliseconds; negative where the store's clock is ahead; 0 where it is not certain which one is
     */
    static long certain(Moment asked, long storeMillis, Moment heard) {
        long passed = NANOSECONDS.toMillis(heard.nanos() - asked.nanos()) + 1;
        // Both clocks say whole milliseconds, so the difference may be 1 more or less.
        long most = heard.millis() - storeMillis + 1;
        long least = heard.millis() - passed - storeMillis - 1;
        return least > 0 ? least : Math.min(most, 0);
    }
}
