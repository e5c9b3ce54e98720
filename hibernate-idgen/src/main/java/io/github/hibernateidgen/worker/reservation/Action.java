package io.github.hibernateidgen.worker.reservation;

/** A request of {@link ReservationLoop#next()}. */
sealed interface Action {

    /**
     * Read the rows of some worker numbers and the store's clock, then call {@code seen} or {@code failed}.
     *
     * @param from the first number
     * @param to the number after the last one
     */
    record Read(long from, long to) implements Action {}

    /** Send a compare-and-set, then call {@code answered} or {@code failed}. */
    record Send(Swap swap) implements Action {}

    /** Wait for at most this long, by a clock that does not jump. */
    record Pause(long millis) implements Action {}

    /** Stop for good. */
    record Stop() implements Action {}
}
