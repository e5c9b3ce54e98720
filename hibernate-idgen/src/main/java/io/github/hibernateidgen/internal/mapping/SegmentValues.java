package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.columns.ColumnNeeds;
import io.github.hibernateidgen.internal.columns.ColumnType;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/**
 * Converts numbers to the type of an attribute, and refuses those that its column can't hold.
 *
 * <p>Thread-safe.
 */
final class SegmentValues {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.segment");

    /** A warning is logged when fewer numbers than this are left. */
    private static final long WARNING = 1_000;

    private final String path;
    private final String holder;
    private final long highest;
    private final LongFunction<Object> conversion;
    private final UnaryOperator<Object> holding;
    private final AtomicBoolean warned = new AtomicBoolean();

    private SegmentValues(MappedAttribute attribute, String holder, long highest, LongFunction<Object> conversion) {
        this.path = attribute.path();
        this.holding = attribute.holding();
        this.holder = holder;
        this.highest = highest;
        this.conversion = conversion;
    }

    static SegmentValues of(MappedAttribute attribute) {
        Class<?> type = attribute.javaType();
        String column = "column " + attribute.column().getName() + " of type " + ColumnType.of(attribute.column());
        if (type == Long.class || type == long.class) {
            return new SegmentValues(attribute, column, highest(attribute), number -> number);
        }
        if (type == Integer.class || type == int.class) {
            long highest = Math.min(Integer.MAX_VALUE, highest(attribute));
            return new SegmentValues(
                    attribute, highest == Integer.MAX_VALUE ? "an int" : column, highest, number -> (int) number);
        }
        if (type == BigInteger.class) {
            return new SegmentValues(attribute, column, highest(attribute), BigInteger::valueOf);
        }
        if (type == String.class) {
            long digits = attribute.columnLength();
            return new SegmentValues(
                    attribute,
                    "column " + attribute.column().getName() + " of [" + digits + "] characters",
                    digits > 18 ? Long.MAX_VALUE : power(digits) - 1,
                    Long::toString);
        }
        throw attribute.invalid(
                attribute.typeName(),
                "@SegmentId can't fill this type; use Long, long, Integer, int, BigInteger or String, or a class with one"
                        + " of these as its only component");
    }

    /** Has the column in the database checked: if it is narrower than the mapping says, inserts would fail one day. */
    static void requireColumn(MappedAttribute attribute) {
        Class<?> type = attribute.javaType();
        if (type == String.class) {
            return; // The number of digits is not known in advance.
        }
        int bits = Math.min(
                type == Integer.class || type == int.class ? Integer.SIZE - 1 : Long.SIZE - 1,
                ColumnType.of(attribute.column()).bits(attribute.dialect()));
        attribute.requires(ColumnNeeds.integers(bits, 0, "the column of the mapping", attribute.dialect()));
    }

    private static long highest(MappedAttribute attribute) {
        int bits = ColumnType.of(attribute.column()).bits(attribute.dialect());
        return bits >= Long.SIZE - 1 ? Long.MAX_VALUE : (1L << bits) - 1;
    }

    private static long power(long digits) {
        long power = 1;
        for (long i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }

    /**
     * Converts a number to what the attribute holds.
     *
     * @throws IllegalStateException if the column can't hold it
     */
    Object value(long number) {
        if (number > highest - WARNING) {
            nearEnd(number);
        }
        return holding.apply(conversion.apply(number));
    }

    private void nearEnd(long number) {
        if (number > highest) {
            throw new IllegalStateException("[" + number + "] is the next number, but " + holder + " ends with ["
                    + highest + "]; give the attribute and its column a wider type, such as Long and bigint");
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warnf(
                    "%s has come to [%d], and %s ends with [%d]; give the attribute and its column a wider type, such as Long"
                            + " and bigint, before ids are refused",
                    path, number, holder, highest);
        }
    }
}
