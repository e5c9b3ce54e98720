package io.github.hibernateidgen.snowflake;

import java.time.Duration;

/**
 * How a {@link SnowflakeGenerator} has fared since it was made. Immutable and thread-safe.
 *
 * @param waits how often a caller has waited for the clock, because a tick was full or the clock stepped back
 * @param clockStepsBack how often the clock was found further back than {@code maxAhead} allows; several steps between
 *     two ids count once, and one inside {@code maxAhead} is not noticed
 * @param ahead how far the last tick issued lies ahead of the clock now, 0 or more
 */
public record SnowflakeStatistics(long waits, long clockStepsBack, Duration ahead) {}
