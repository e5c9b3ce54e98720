package io.github.hibernateidgen.snowflake;

import java.time.Duration;

/**
 * How a {@link SnowflakeGenerator} has fared since it was made. Immutable and thread-safe.
 *
 * @param waits how often a caller has waited for the clock, because a tick was full or the clock stepped back
 * @param clockStepsBack how often the clock was found further back than {@code maxAhead} allows; several steps before it
 *     has passed where it was count once, and one inside {@code maxAhead} is not noticed
 * @param ahead how far the last tick taken lies ahead of the clock now, 0 or more; with callers that wait up to
 *     {@code maxAhead} and {@code maxWait}
 */
public record SnowflakeStatistics(long waits, long clockStepsBack, Duration ahead) {}
