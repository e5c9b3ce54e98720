package io.github.hibernateidgen.worker.reservation;

/** A request of {@link ReservationLoop#next()}. */
sealed interface Action {

    /** Ask the store for its clock, then call {@code told} or {@code failed}. */
    record Clock() implements Action {}

    /** Read the rows of the namespace, then call {@code seen} or {@code failed}. */
    record Read() implements Action {}

    /** Send a compare-and-set, then call {@code answered} or {@code failed}. */
    record Send(Swap swap) implements Action {}

    /** Do nothing for at most this long, by a clock that does not jump. */
    record Pause(long millis) implements Action {}

    /** Stop for good. */
    record Stop() implements Action {}
}
