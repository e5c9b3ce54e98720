package io.github.hibernateidgen;

import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Instant;
import org.hibernate.query.range.Range;
import org.hibernate.query.restriction.Restriction;

/**
 * Turns spans of time into Hibernate's restrictions, which exist since Hibernate 7.0. On Hibernate 6.6 use {@link
 * TimeRanges#predicate} instead.
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
     * Returns a restriction to the rows with values that were made in a span of time.
     *
     * @param <E> the entity
     * @param times the entity and its attribute
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the restriction
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException in the cases of {@link TimeRanges#predicate}
     */
    public static <E> Restriction<E> of(TimeRanges<E> times, Instant from, Instant to) {
        times.requireSpan(from, to); // Otherwise only the query would throw.
        return new Span<>(times, from, to, false);
    }

    /**
     * A restriction of our own, because Hibernate's restrictions compare an attribute with ranges, and a span may
     * need conditions that are not ranges.
     */
    private record Span<E>(TimeRanges<E> times, Instant from, Instant to, boolean isNegated) implements Restriction<E> {

        @Override
        public Restriction<E> negated() {
            return new Span<>(times, from, to, !isNegated);
        }

        @Override
        public Predicate toPredicate(Root<? extends E> root, CriteriaBuilder builder) {
            Predicate inside = times.predicate(root, builder, from, to);
            return isNegated ? inside.not() : inside;
        }
    }

    /**
     * Returns the values of a span of time as Hibernate's range.
     *
     * @param times the entity and its attribute
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the range, both ends inclusive
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException if the values do not sort by time or are not {@link Comparable}, or if the span
     *     has several ranges
     */
    public static Range<?> range(TimeRanges<?> times, Instant from, Instant to) {
        return closed(times, times.range(from, to));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The metamodel has no types at compile time.
    private static Range<?> closed(TimeRanges<?> times, TimeRanges.Range range) {
        return Range.closed(times.comparable(range.first()), times.comparable(range.last()));
    }
}
