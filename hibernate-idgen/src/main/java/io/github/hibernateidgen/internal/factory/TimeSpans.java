package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.snowflake.IdSlice;
import java.time.Instant;
import java.util.List;

/** Finds the values of an attribute that belong to a span of time. Thread-safe. */
public interface TimeSpans {

    /**
     * Finds the values of a span.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return ranges of values, ascending
     * @throws IllegalArgumentException if the span is empty, or outside of the time that the values can hold
     * @throws IllegalStateException if the values do not sort by time
     */
    List<Range> between(Instant from, Instant to);

    /**
     * Finds them as numbers with a second condition, which keeps them few where the time has two parts.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the slices, ascending; empty if the values are no Snowflake ids
     * @throws IllegalArgumentException if the span is empty, or outside of what the values can tell
     */
    default List<IdSlice> slices(Instant from, Instant to) {
        return List.of();
    }

    /**
     * A range of values, as the attribute holds them.
     *
     * @param first the lowest, inclusive
     * @param last the highest, inclusive
     */
    record Range(Object first, Object last) {}
}
