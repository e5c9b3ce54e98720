package io.github.hibernateidgen.worker.reservation;

/** A request of {@link ReservationLoop#next()}. */
sealed interface Action {

    /**
     * Read the rows of some worker numbers, and the store's clock where the read precedes a claim, then call {@code seen} or
     * {@code failed}.
     *
     * @param from the first number
     * @param to the number after the last one
     * @param withClock whether a claim may follow
     */
    record Read(long from, long to, boolean withClock) implements Action {}

    /** Send a compare-and-set, then call {@code answered} or {@code failed}. */
    record Send(Swap swap) implements Action {}

    /** Do nothing for at most this long, by a clock that does not jump. */
    record Pause(long millis) implements Action {}

    /** Stop for good. */
    record Stop() implements Action {}
}
