package io.github.hibernateidgen;

import io.github.hibernateidgen.GeneratedAttribute.Kind;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.lang.annotation.Annotation;
import java.math.BigInteger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A value whose annotation alone is known, such as a component of a record that is sent instead of the entity.
 *
 * @param notation the text of the value without a seal; null where it is the value's own text
 */
record AnnotatedValue(
        Kind kind, String prefix, boolean sealed, @Nullable Notation notation) {

    static final Set<Class<?>> NUMBERS = Set.of(Long.class, long.class, BigInteger.class);
    private static final Set<Class<?>> SMALL_NUMBERS = Set.of(Integer.class, int.class);

    /**
     * Reads an annotation.
     *
     * @return the value; null if the annotation is none of this library
     * @throws IllegalArgumentException if the prefix has characters that addresses escape
     */
    static @Nullable AnnotatedValue of(Class<?> type, Annotation annotation) {
        if (annotation instanceof SnowflakeId id) {
            boolean hasText = isNumber(NUMBERS, type, id.sealed())
                    && !id.prefix().isEmpty()
                    && id.text() != SnowflakeText.READABLE; // needs the layout
            return new AnnotatedValue(
                    Kind.SNOWFLAKE,
                    id.prefix(),
                    id.sealed(),
                    hasText ? Notation.snowflakes(type, id.prefix(), SnowflakeLayout.STANDARD, id.text()) : null);
        }
        if (annotation instanceof CombGuid id) {
            boolean hasText = (type == UUID.class || (id.sealed() && type == String.class))
                    && !(id.prefix().isEmpty() && id.text() == GuidNotation.UUID);
            return new AnnotatedValue(
                    Kind.COMB_GUID,
                    id.prefix(),
                    id.sealed(),
                    hasText ? Notation.guids(type, id.prefix(), GuidText.LOWER_CASE, id.text()) : null);
        }
        if (annotation instanceof SegmentId id) {
            boolean hasText = (isNumber(NUMBERS, type, id.sealed()) || SMALL_NUMBERS.contains(type))
                    && !id.prefix().isEmpty();
            return new AnnotatedValue(
                    Kind.SEGMENT, id.prefix(), id.sealed(), hasText ? Notation.segments(type, id.prefix()) : null);
        }
        return null;
    }

    /** Text that is not sealed says in which form it is; the bits that a seal contains are of any form. */
    private static boolean isNumber(Set<Class<?>> numbers, Class<?> type, boolean sealed) {
        return numbers.contains(type) || (sealed && type == String.class);
    }
}
