package io.github.hibernateidgen.worker.reservation;

/** What {@link ReservationLoop#next()} asks for. */
sealed interface Action {

    /** Ask the store for its clock, then call {@code told} or {@code failed}. */
    record Clock() implements Action {}

    /** Read the rows of the namespace, then call {@code seen} or {@code failed}. */
    record Read() implements Action {}

    /** Send a compare-and-set, then call {@code answered} or {@code failed}. */
    record Send(Swap swap) implements Action {}

    /** Do nothing for so long, by a clock that does not jump; less is allowed. */
    record Pause(long millis) implements Action {}

    /** Stop for good. */
    record Stop() implements Action {}
}
