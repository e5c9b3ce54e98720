package io.github.hibernateidgen.internal.factory;

import java.time.Instant;
import java.util.List;

/** Finds the values of an attribute that belong to a span of time. Thread-safe. */
@FunctionalInterface
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
     * A range of values, as the attribute holds them.
     *
     * @param first the lowest, inclusive
     * @param last the highest, inclusive
     */
    record Range(Object first, Object last) {}
}
