package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.time.Instant;

/**
 * Thrown when this process's clock and the store's clock are too far apart to claim a worker number. Also thrown when
 * this process's clock is not in the years 1970 to 9999; then a number can be neither claimed nor renewed. A clock that
 * is far ahead would block the number for other processes until the time of that clock. Uniqueness does not depend on
 * this check.
 */
public final class ClockSkewException extends NoReservationException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception for a clock that is not in the years 1970 to 9999. */
    ClockSkewException(long millis) {
        this(
                "this process's clock reads [" + millis + "] ms since 1970, which is not in the years 1970 to 9999",
                "set it right");
    }

    ClockSkewException(String store, Instant clock, Instant storeClock, Duration maxSkew) {
        this(
                "this process's clock reads [" + clock + "], and the clock of [" + store + "] reads [" + storeClock
                        + "]: they differ by more than [" + maxSkew.toMillis() + " ms]",
                "correct the wrong clock, or if you build the source, allow a greater difference with"
                        + " ReservationTerms.withMaxSkew");
    }

    private ClockSkewException(String rule, String remedy) {
        super(rule, remedy, null);
    }

    @Override
    public Help help() {
        return Help.CLOCK;
    }
}
