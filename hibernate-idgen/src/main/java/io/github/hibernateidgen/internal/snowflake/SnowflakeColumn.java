package io.github.hibernateidgen.internal.snowflake;

import io.github.hibernateidgen.internal.columns.ColumnNeed;
import io.github.hibernateidgen.internal.columns.ColumnType;
import io.github.hibernateidgen.internal.runtime.MappedAttribute;
import io.github.hibernateidgen.snowflake.IdSlice;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.time.Instant;

/** Checks the column of an attribute with Snowflake ids. */
final class SnowflakeColumn {

    private SnowflakeColumn() {}

    /** Returns the requirements on the column. Rejects unsupported attribute types, and columns that can't contain the ids. */
    static ColumnNeed need(
            MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text, boolean isAssignable) {
        Class<?> type = attribute.javaType();
        if (type != String.class && text != SnowflakeText.CROCKFORD_BASE32) {
            throw attribute.invalid(
                    text,
                    "text is the form of a String in the column",
                    "for text outside of the database, use @PublicId");
        }
        if (type == Long.class || type == long.class || type == BigInteger.class) {
            return numbers(attribute, layout, isAssignable);
        }
        if (type == String.class) {
            return text(attribute, layout, text);
        }
        throw attribute.unfillable("@SnowflakeId", "Long, long, BigInteger or String");
    }

    private static ColumnNeed numbers(MappedAttribute attribute, SnowflakeLayout layout, boolean isAssignable) {
        ColumnType type = attribute.columnType();
        int bits = type.bits(attribute.dialect());
        if (bits < layout.width()) {
            throw attribute.invalid(
                    attribute.column().getName(),
                    "the column, of type " + type + ", holds only integers of up to " + bits
                            + " bits exactly, but layout ["
                            + layout.name() + "] has " + layout.width(),
                    "give the column a wider type, such as bigint");
        }
        // Ids that the application sets may be small.
        int bitsNow = isAssignable
                ? 0
                : bitsNow(layout, attribute.engines().settings().clock().instant());
        return ColumnNeed.integers(
                layout.width(), bitsNow, "layout [" + layout.name() + "]", attribute.sent(), attribute.dialect());
    }

    /**
     * Returns the length in bits of the lowest id that can be made from now on; 0 if the clock is outside of the layout's
     * time.
     */
    private static int bitsNow(SnowflakeLayout layout, Instant now) {
        if (now.isBefore(layout.epoch()) || !now.isBefore(layout.end())) {
            return 0;
        }
        IdSlice slice = layout.slices(now, now.plusNanos(1)).get(0);
        return Long.SIZE - Long.numberOfLeadingZeros(slice.first() | slice.lowest());
    }

    private static ColumnNeed text(MappedAttribute attribute, SnowflakeLayout layout, SnowflakeText text) {
        int length;
        try {
            length = text.length(layout);
        } catch (IllegalArgumentException e) {
            throw attribute.invalid(text, e);
        }
        long columnLength = attribute.columnType().length();
        if (columnLength < length) {
            throw attribute.invalid(
                    "length " + columnLength,
                    "the column is too short for @SnowflakeId as " + text,
                    "give it a length of " + length + " or more");
        }
        boolean isNumber = text == SnowflakeText.PLAIN_DECIMAL;
        return ColumnNeed.text(length, isNumber, attribute.sent(), attribute.dialect());
    }
}
