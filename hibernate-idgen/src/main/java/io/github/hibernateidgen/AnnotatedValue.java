package io.github.hibernateidgen;

import io.github.hibernateidgen.GeneratedAttribute.Kind;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.lang.annotation.Annotation;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value that is known by its annotation alone, such as a component of a record that is sent instead of the entity.
 *
 * @param assignable whether a value that the application has set is kept
 * @param notation makes the notation of the value without a seal; its argument finds a layout by name
 * @param hasText whether the notation's text differs from the value's usual text and needs no layout to be written
 */
record AnnotatedValue(
        Kind kind,
        String prefix,
        boolean sealed,
        boolean assignable,
        Function<Function<String, SnowflakeLayout>, Notation> notation,
        boolean hasText) {

    static final Set<Class<?>> NUMBERS = Set.of(Long.class, long.class, BigInteger.class);
    private static final Set<Class<?>> SMALL_NUMBERS = Set.of(Integer.class, int.class);

    /**
     * Returns the value that an annotation describes.
     *
     * @return the value; null if the annotation does not belong to this library
     */
    static @Nullable AnnotatedValue of(Class<?> type, Annotation annotation) {
        if (annotation instanceof SnowflakeId id) {
            boolean needsLayout = id.text() == SnowflakeText.READABLE;
            return new AnnotatedValue(
                    Kind.SNOWFLAKE,
                    id.prefix(),
                    id.sealed(),
                    id.assignable(),
                    layouts -> Notation.snowflakes(
                            type,
                            id.prefix(),
                            needsLayout ? layouts.apply(id.layout()) : SnowflakeLayout.STANDARD,
                            id.text()),
                    isNumber(NUMBERS, type, id.sealed()) && !id.prefix().isEmpty() && !needsLayout);
        }
        if (annotation instanceof CombGuid id) {
            return new AnnotatedValue(
                    Kind.COMB_GUID,
                    id.prefix(),
                    id.sealed(),
                    id.assignable(),
                    layouts -> Notation.guids(type, id.prefix(), GuidText.LOWER_CASE, id.text()),
                    (type == UUID.class || (id.sealed() && type == String.class))
                            && !(id.prefix().isEmpty() && id.text() == GuidNotation.UUID));
        }
        if (annotation instanceof SegmentId id) {
            return new AnnotatedValue(
                    Kind.SEGMENT,
                    id.prefix(),
                    id.sealed(),
                    id.assignable(),
                    layouts -> Notation.segments(type, id.prefix()),
                    (isNumber(NUMBERS, type, id.sealed()) || SMALL_NUMBERS.contains(type))
                            && !id.prefix().isEmpty());
        }
        return null;
    }

    /**
     * Returns whether an attribute's type is a number, or a {@code String} that is sealed. The form of a sealed {@code
     * String} does not matter, because the seal contains the bits of the number.
     */
    private static boolean isNumber(Set<Class<?>> numbers, Class<?> type, boolean sealed) {
        return numbers.contains(type) || (sealed && type == String.class);
    }

    /**
     * Returns the notation of the value without a seal; empty if its text is the value's usual text, or needs the layout.
     *
     * @throws IllegalArgumentException if the prefix has characters that a URL must escape
     */
    Optional<Notation> text() {
        return hasText ? Optional.of(notation.apply(name -> SnowflakeLayout.STANDARD)) : Optional.empty();
    }
}
