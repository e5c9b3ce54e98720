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
     * @throws IllegalStateException if the values do not sort by time, or if the span has too many ranges
     */
    List<Range> between(Instant from, Instant to);

    /**
     * Finds the values of a span as slices: ranges of numbers with a second condition. With the second condition, a few
     * slices suffice in a layout that divides the time into two parts.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the slices, ascending; empty if the values are not Snowflake ids
     * @throws IllegalArgumentException if the span is empty, or outside of the time that the values can hold
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
