package io.github.hibernateidgen.snowflake;

/**
 * The ids of a span of time, for {@code where id between :first and :last}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param first the lowest id, inclusive
 * @param last the highest id, inclusive
 */
public record IdRange(long first, long last) {}
