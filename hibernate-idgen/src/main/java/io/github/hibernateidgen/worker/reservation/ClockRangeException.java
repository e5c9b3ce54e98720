package io.github.hibernateidgen.worker.reservation;

/** Thrown if no reservation could begin at the time that this process's clock shows. */
final class ClockRangeException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    ClockRangeException(long millis) {
        super("this process's clock reads [" + millis
                + "] ms since 1970, which is not in the years 1970 to 9999; set it right");
    }
}
