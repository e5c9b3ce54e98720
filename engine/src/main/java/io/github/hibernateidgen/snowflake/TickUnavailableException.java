package io.github.hibernateidgen.snowflake;

import java.time.Instant;

/**
 * Thrown if the clock will not reach the tick of the requested id in time, so that no id can be made now. A later request
 * may succeed.
 */
public abstract sealed class TickUnavailableException extends IllegalStateException
        permits ClockMovedBackException, SequenceExhaustedException {

    private static final long serialVersionUID = 1L;

    private final Instant clock;
    private final Instant nextTick;

    TickUnavailableException(String message, Instant clock, Instant nextTick) {
        super(message);
        this.clock = clock;
        this.nextTick = nextTick;
    }

    /** {@return the instant that the clock read} */
    public final Instant clock() {
        return clock;
    }

    /** {@return the start of the tick that the requested id would have had, an instant after {@link #clock()}} */
    public final Instant nextTick() {
        return nextTick;
    }
}
