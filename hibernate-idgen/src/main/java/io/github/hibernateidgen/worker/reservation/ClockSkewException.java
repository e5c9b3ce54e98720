package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.time.Instant;

/**
 * Refuses to claim a worker number, because this process's clock and the store's are too far apart. A clock that is far
 * ahead would block the number for others until then. Ids would be unique all the same.
 */
public final class ClockSkewException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The reading of this process's clock. */
    private final Instant clock;

    /** The reading of the store's clock. */
    private final Instant storeClock;

    ClockSkewException(String store, Instant clock, Instant storeClock, Duration maxSkew) {
        super("this process's clock reads [" + clock + "], and that of [" + store + "] reads [" + storeClock
                + "], which is further apart than max-skew [" + maxSkew.toMillis()
                + " ms]; set the one right that is wrong, or raise hibernate.idgen.worker.max-skew");
        this.clock = clock;
        this.storeClock = storeClock;
    }

    /** {@return the instant that this process's clock read} */
    public Instant clock() {
        return clock;
    }

    /** {@return the instant that the store's clock read} */
    public Instant storeClock() {
        return storeClock;
    }
}
