package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.time.Instant;

/**
 * Thrown by a claim of a worker number if this process's clock and the store's are too far apart, or the clock is not in the
 * years 1970 to 9999. A clock that is far ahead would block the number for others until then. Ids would be unique all the same.
 */
public final class ClockSkewException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception for a clock that shows a time at which no reservation could begin. */
    ClockSkewException(long millis) {
        super("this process's clock reads [" + millis
                + "] ms since 1970, which is not in the years 1970 to 9999; set it right");
    }

    ClockSkewException(String store, Instant clock, Instant storeClock, Duration maxSkew) {
        super("this process's clock reads [" + clock + "], and that of [" + store + "] reads [" + storeClock
                + "], which is further apart than max-skew [" + maxSkew.toMillis()
                + " ms]; set the one right that is wrong, or raise hibernate.idgen.worker.max-skew");
    }
}
