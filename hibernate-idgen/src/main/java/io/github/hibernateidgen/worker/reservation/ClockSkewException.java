package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.time.Instant;

/**
 * No worker number is claimed, because this process's clock and the store's are too far apart. What is reserved by a
 * clock that is far ahead keeps its number from others until then. Ids would be unique all the same.
 */
public final class ClockSkewException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** What this process's clock read. */
    private final Instant clock;

    /** What the store's clock read. */
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
