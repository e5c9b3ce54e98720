package io.github.hibernateidgen.worker.reservation;

/** An action that {@link ReservationLoop#next} requests. */
sealed interface Action {

    /**
     * Read the rows of some worker numbers and the store's clock, then call {@code seen} or {@code failed}.
     *
     * @param from the first number
     * @param to the end, exclusive
     */
    record Read(long from, long to) implements Action {}

    /** Send a compare-and-set, then call {@code answered} or {@code failed}. */
    record Send(Swap swap) implements Action {}

    /** Pause for at most this long, by a clock that does not jump. */
    record Pause(long millis) implements Action {}

    /** Stop for good. */
    record Stop() implements Action {}
}
