package io.github.hibernateidgen.spring.data;

import io.github.hibernateidgen.TimeRanges;
import java.time.Instant;
import org.springframework.data.domain.Range;
import org.springframework.data.jpa.domain.Specification;

/**
 * Spans of time as Spring Data's specifications and ranges. The queries use the index of the id.
 *
 * <pre>{@code
 * TimeRanges<PurchaseOrder> times =
 *         Idgen.of(entityManagerFactory.unwrap(SessionFactory.class)).timeRanges(PurchaseOrder.class, "id");
 * orders.findAll(TimeSpecification.of(times, midnight, nextMidnight), pageable);
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class TimeSpecification {

    private TimeSpecification() {}

    /**
     * Specifies the rows whose value was made in a span of time.
     *
     * @param <E> the entity
     * @param times the entity and its attribute
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the specification
     * @throws IllegalArgumentException if the span is empty, or outside of the time that the values can hold
     * @throws IllegalStateException in the cases of {@link TimeRanges#predicate}
     */
    public static <E> Specification<E> of(TimeRanges<E> times, Instant from, Instant to) {
        times.requireSpan(from, to); // Throws here already, not when the query is built.
        return (root, query, builder) -> times.predicate(root, builder, from, to);
    }

    /**
     * Returns the values of a span of time as Spring Data's range.
     *
     * @param <T> the attribute's type
     * @param times the entity and its attribute
     * @param type the attribute's type
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the range, both ends inclusive
     * @throws IllegalArgumentException if the span is empty, or outside of the time that the values can hold
     * @throws IllegalStateException if the values do not sort by time, or if the span has more than one range of values
     * @throws ClassCastException if the attribute has another type
     */
    public static <T> Range<T> range(TimeRanges<?> times, Class<T> type, Instant from, Instant to) {
        TimeRanges.Range range = times.range(from, to);
        return Range.closed(type.cast(range.first()), type.cast(range.last()));
    }
}
