package io.github.hibernateidgen;

import jakarta.persistence.metamodel.SingularAttribute;
import java.time.Instant;
import java.util.List;
import org.hibernate.query.range.Range;
import org.hibernate.query.restriction.Path;
import org.hibernate.query.restriction.Restriction;

/**
 * Spans of time as Hibernate's restrictions, which it has from 7.0 on. On Hibernate 6.6 this class can't be used;
 * {@link TimeRanges#predicate} can.
 *
 * <pre>{@code
 * SelectionSpecification.create(PurchaseOrder.class)
 *         .restrict(TimeRestriction.of(times, midnight, nextMidnight))
 *         .createQuery(session)
 *         .list();
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class TimeRestriction {

    private TimeRestriction() {}

    /**
     * Restricts to the rows whose value was made in a span of time.
     *
     * @param <E> the entity
     * @param times the entity and its attribute
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the restriction
     * @throws IllegalArgumentException if the span is empty, or outside of what the values can tell
     * @throws IllegalStateException if the values do not sort by time, or are bytes
     */
    public static <E> Restriction<E> of(TimeRanges<E> times, Instant from, Instant to) {
        List<Restriction<E>> any = times.ranges(from, to).stream()
                .map(range -> restriction(times, closed(times, range)))
                .toList();
        return any.size() == 1 ? any.get(0) : Restriction.any(any);
    }

    /**
     * Returns the values of a span of time as Hibernate's range.
     *
     * @param times the entity and its attribute
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the range, both ends inclusive
     * @throws IllegalArgumentException if the span is empty, or outside of what the values can tell
     * @throws IllegalStateException if the values do not sort by time, are bytes, or are of several ranges
     */
    public static Range<?> range(TimeRanges<?> times, Instant from, Instant to) {
        return closed(times, times.range(from, to));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The metamodel has no types at compile time.
    private static Range<?> closed(TimeRanges<?> times, TimeRanges.Range range) {
        Comparable first = times.comparable(range.first());
        Comparable last = times.comparable(range.last());
        return Range.closed(first, last);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <E> Restriction<E> restriction(TimeRanges<E> times, Range range) {
        Path path = Path.from(times.entity());
        for (SingularAttribute step : times.attributes()) {
            path = path.to(step);
        }
        return path.restrict(range);
    }
}
