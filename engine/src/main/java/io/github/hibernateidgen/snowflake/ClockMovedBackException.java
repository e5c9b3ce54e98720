package io.github.hibernateidgen.snowflake;

import java.time.Duration;
import java.time.Instant;

/**
 * Thrown if the clock is too far behind the next tick that may be issued, because the clock stepped back or does not
 * move. If the clock is right and other callers have taken the ticks, a {@link SequenceExhaustedException} is thrown
 * instead. The next call may succeed, once the clock has caught up.
 */
public final class ClockMovedBackException extends TickUnavailableException {

    private static final long serialVersionUID = 1L;

    ClockMovedBackException(String layout, Instant clock, Instant nextTick, SnowflakeLimits limits, Duration waited) {
        super(
                "the clock reads [" + clock + "], but the next tick of layout [" + layout + "] starts at [" + nextTick
                        + "]; after a wait of " + waited.toMillis() + " ms, the rest of the wait would exceed max-wait"
                        + " ["
                        + limits.maxWait().toMillis() + " ms] with max-ahead ["
                        + limits.maxAhead().toMillis()
                        + " ms]; set the clock right, wait until the clock has caught up, or raise max-wait or"
                        + " max-ahead",
                clock,
                nextTick);
    }
}
