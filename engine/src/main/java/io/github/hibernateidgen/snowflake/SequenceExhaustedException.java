package io.github.hibernateidgen.snowflake;

import java.time.Instant;

/**
 * Thrown if callers request more ids than the layout's sequence holds: other callers have taken all ids that may be
 * issued within {@code maxWait}. The next call may succeed.
 */
public final class SequenceExhaustedException extends TickUnavailableException {

    private static final long serialVersionUID = 1L;

    SequenceExhaustedException(SnowflakeLayout layout, Instant clock, Instant nextTick, SnowflakeLimits limits) {
        super(
                "layout [" + layout.name() + "] holds [" + layout.idsPerTick() + "] ids a tick of "
                        + layout.ticks().tickMillis()
                        + " ms for each worker, and all ids before the tick of [" + nextTick
                        + "] are taken while the clock reads ["
                        + clock + "]; the wait for that tick would exceed max-wait ["
                        + limits.maxWait().toMillis() + " ms] with max-ahead ["
                        + limits.maxAhead().toMillis()
                        + " ms]; use a layout with a wider sequence, raise max-wait or max-ahead, or share the work"
                        + " among more workers",
                clock,
                nextTick);
    }
}
