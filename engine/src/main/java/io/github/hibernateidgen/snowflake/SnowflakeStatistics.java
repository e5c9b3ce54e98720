package io.github.hibernateidgen.snowflake;

import java.time.Duration;

/**
 * Statistics of a {@link SnowflakeGenerator} since it was made. Immutable and thread-safe.
 *
 * @param waits how often a caller has waited for the clock, because a tick was full, the clock stepped back, or the
 *     generator's first tick had not begun
 * @param clockStepsBack how often a caller that had to wait found that the clock had stepped back, or did not move. A
 *     step back counts once, until the clock has passed its highest reading again. A step of less than {@code maxAhead}
 *     makes no caller wait, so it usually does not count
 * @param ahead how far the last taken tick is ahead of the clock now, 0 or more; while callers wait, up to {@code
 *     maxAhead} plus {@code maxWait}, and more after the clock stepped back. With several lanes, the value of the lane
 *     that is furthest ahead
 * @param nextWait how long the next id has to wait for the clock now: zero, unless a tick is full, the clock was set
 *     back, or the generator's first tick has not begun. If it exceeds {@code maxWait}, the next request for an id
 *     throws. With several lanes, the value of the lane that waits longest
 */
public record SnowflakeStatistics(long waits, long clockStepsBack, Duration ahead, Duration nextWait) {}
