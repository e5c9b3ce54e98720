package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.runtime.BoundAttribute;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.metamodel.SingularAttribute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns spans of time into ranges of one attribute's values, so that a query by time can use the attribute's index.
 * {@link Idgen#timeRanges} returns this object. The values have the attribute's type: a {@code Long}, a {@code
 * BigInteger}, a {@code String}, a {@code UUID} or a typed id. The instants are the times at which values were made, by
 * the clock of the process that made them. If a span begins or ends inside a tick, the whole tick belongs to the range.
 *
 * <pre>{@code
 * TimeRanges<PurchaseOrder> times = Idgen.of(sessionFactory).timeRanges(PurchaseOrder.class, "id");
 * TimeRanges.Range today = times.range(midnight, nextMidnight);
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @param <E> the entity
 */
public final class TimeRanges<E> {

    private final Class<E> entity;
    private final List<SingularAttribute<?, ?>> steps;
    private final BoundAttribute attribute;

    TimeRanges(Class<E> entity, List<SingularAttribute<?, ?>> steps, BoundAttribute attribute) {
        this.entity = entity;
        this.steps = List.copyOf(steps);
        this.attribute = attribute;
    }

    /**
     * A range of values, in the order in which the database compares the column. For a {@code UUID} this order may
     * differ from the order of {@code compareTo}.
     *
     * @param first the lowest value, inclusive
     * @param last the highest value, inclusive
     */
    public record Range(Object first, Object last) {}

    /** {@return the entity} */
    public Class<E> entity() {
        return entity;
    }

    /**
     * Returns the range of a span of time, for {@code between} in a query.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the range, both ends inclusive
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException if the values do not sort by time, or if the span has several ranges: see {@link
     *     #ranges}
     */
    public Range range(Instant from, Instant to) {
        List<Range> ranges = ranges(from, to);
        if (ranges.size() > 1) {
            boolean isTurnCut = slicesOfAnyType(from, to).stream().anyMatch(slice -> slice.modulus() > 1);
            throw new IllegalStateException(attribute.path()
                    + (isTurnCut ? " has a time of two parts, and the span cuts a turn" : " has a field above the time")
                    + ", so a span of time is [" + ranges.size() + "] ranges; use ranges() or predicate()");
        }
        return ranges.get(0);
    }

    /**
     * Returns the ranges of a span of time. There are several ranges if the layout of a Snowflake id has a shard or a
     * scatter field above the time, or its time has two parts. With two parts, all whole turns inside the span are one
     * range. At most two turns are partly inside, and each of them has one range for each value of the fields between
     * the parts. These fields may have at most 4,096 values. The layout {@code innodb} has more, so with {@code innodb}
     * a span must consist of whole turns. For a {@code Long}, {@link #predicate} and {@link SnowflakeLayout#slices}
     * need at most three conditions for each value of the fields above the time.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the ranges, ascending
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException if the values do not sort by time, or a turn that is partly inside the span has too
     *     many ranges
     */
    public List<Range> ranges(Instant from, Instant to) {
        return attribute.ranges(from, to, Range::new);
    }

    /**
     * Returns the condition of a criteria query. If the layout's time has two parts, the condition on a {@code Long}
     * compares the time within turns that are only partly inside the span, with {@code mod}. The condition on other
     * types contains all {@linkplain #ranges ranges}.
     *
     * @param root the entity in the query
     * @param builder makes the condition
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @return the condition that the value was made in the span
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException if the values do not sort by time; if they are bytes, which a criteria query does
     *     not compare; or if they are not of type {@code Long}, and a turn that is partly inside the span has too many
     *     ranges
     */
    public Predicate predicate(Root<? extends E> root, CriteriaBuilder builder, Instant from, Instant to) {
        List<IdSlice> slices = slices(from, to);
        List<Predicate> conditions = new ArrayList<>();
        slices.forEach(slice -> conditions.add(in(path(root), builder, slice)));
        if (slices.isEmpty()) {
            ranges(from, to).forEach(range -> conditions.add(between(path(root), builder, range)));
        }
        return any(conditions, builder);
    }

    /**
     * Throws the exception that {@link #predicate} would throw, for code that makes its query later.
     *
     * @param from the start, inclusive
     * @param to the end, exclusive
     * @throws IllegalArgumentException if the span is empty, or outside of the times that the values can hold
     * @throws IllegalStateException in the cases of {@link #predicate}
     */
    public void requireSpan(Instant from, Instant to) {
        if (slices(from, to).isEmpty()) {
            ranges(from, to).forEach(range -> comparable(range.first()));
        }
    }

    /**
     * Returns the slices of a {@code Long}, each with a condition on the id and a condition on the id's remainder; empty
     * for other types, which use ranges.
     */
    private List<IdSlice> slices(Instant from, Instant to) {
        Class<?> type = steps.get(steps.size() - 1).getJavaType();
        return IdClass.boxed(type) == Long.class ? slicesOfAnyType(from, to) : List.of();
    }

    /** Returns the slices of Snowflake ids. In a layout that divides the time into two parts, a few slices suffice. */
    private List<IdSlice> slicesOfAnyType(Instant from, Instant to) {
        return attribute.layout().map(layout -> layout.slices(from, to)).orElse(List.of());
    }

    /**
     * Joins the conditions as a balanced tree of {@code or} with two arguments. The {@code or} with many arguments has
     * another signature in Jakarta Persistence 4, and a chain would be deep.
     */
    private static Predicate any(List<Predicate> conditions, CriteriaBuilder builder) {
        int half = conditions.size() / 2;
        return half == 0
                ? conditions.get(0)
                : builder.or(
                        any(conditions.subList(0, half), builder),
                        any(conditions.subList(half, conditions.size()), builder));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The metamodel has no types at compile time.
    private Expression<Comparable> path(Root<? extends E> root) {
        Path<?> path = root;
        for (SingularAttribute step : steps) {
            path = path.get(step);
        }
        return (Expression<Comparable>) path;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Predicate between(Expression<Comparable> value, CriteriaBuilder builder, Range range) {
        return builder.between(value, comparable(range.first()), comparable(range.last()));
    }

    @SuppressWarnings("rawtypes")
    private Predicate in(Expression<Comparable> id, CriteriaBuilder builder, IdSlice slice) {
        Predicate inTurns = between(id, builder, new Range(slice.first(), slice.last()));
        if (slice.modulus() == 1) {
            return inTurns;
        }
        Expression<Long> rest = builder.function("mod", Long.class, id, builder.literal(slice.modulus()));
        return builder.and(inTurns, builder.between(rest, slice.lowest(), slice.highest()));
    }

    @SuppressWarnings("rawtypes")
    Comparable comparable(Object value) {
        if (value instanceof Comparable comparable) {
            return comparable;
        }
        throw new IllegalStateException(
                attribute.path() + " holds [" + value.getClass().getSimpleName()
                        + "], which has no order in Java; use range() in HQL or SQL"
                        + (value.getClass().isArray() ? "" : ", or make the class Comparable"));
    }

    @Override
    public String toString() {
        return "time ranges of " + attribute.path();
    }
}
