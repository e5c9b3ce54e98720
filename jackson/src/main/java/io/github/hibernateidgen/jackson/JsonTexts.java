package io.github.hibernateidgen.jackson;

import io.github.hibernateidgen.internal.text.Lazy;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the text form of a value in JSON, for Jackson 2 and Jackson 3. A text form is made when the first value is written
 * or read. If it were made at startup and the annotation were not valid, Spring would choose another JSON library, which
 * would write the plain value.
 *
 * @param ids writes and reads ids as text
 * @param snowflakesAsText whether numbers with {@code @SnowflakeId} are text even without a {@link PublicId}
 */
record JsonTexts(PublicIds ids, boolean snowflakesAsText) {

    private static final Set<Class<?>> NUMBERS = Set.of(Long.class, long.class, BigInteger.class);

    /** The annotation, if the application has it: this module works without Hibernate. */
    private static final @Nullable Class<? extends Annotation> SNOWFLAKE_ID = snowflakeId();

    private static @Nullable Class<? extends Annotation> snowflakeId() {
        try {
            return Class.forName("io.github.hibernateidgen.SnowflakeId", false, JsonTexts.class.getClassLoader())
                    .asSubclass(Annotation.class);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Finds an annotation. */
    @FunctionalInterface
    interface Annotations {
        <A extends Annotation> @Nullable A find(Class<A> type);
    }

    Optional<Supplier<IdText>> ofClass(Class<?> type) {
        return PublicIds.isPublicId(type)
                ? Optional.of(new Lazy<>(() -> ids.find(type).orElseThrow()))
                : Optional.empty();
    }

    /**
     * Finds the text form that an annotation at a value's place asks for. For a type that has no text, the supplier throws:
     * an exception now would let Spring choose another JSON library, which writes the value unsealed.
     */
    Optional<Supplier<IdText>> ofAttribute(String name, Class<?> type, Annotations annotations) {
        PublicId annotation = annotations.find(PublicId.class);
        return annotation == null
                ? Optional.empty()
                : Optional.of(
                        new Lazy<>(() -> ids.find(name, type, annotation).orElseThrow(() -> withoutText(name, type))));
    }

    private static IllegalArgumentException withoutText(String name, Class<?> type) {
        return new IllegalArgumentException(
                "[" + name + "] is of " + type.getTypeName() + ", but @PublicId gives a text to"
                        + " a number, a UUID, a String or a byte[], and to such elements of a collection or an array, values of a map"
                        + " with keys of type String, and values of an Optional; use one of these types, or typed ids");
    }

    /**
     * Returns whether an annotation at a container applies to its content: the elements of a collection or an array, the
     * values of a map, or the value of an Optional. Jackson writes the keys of a map and the elements of {@code long[]}
     * itself, and would write them plain.
     *
     * @param key the type of a map's keys; null for other containers
     */
    static boolean isInside(Class<?> content, @Nullable Class<?> key) {
        return !content.isPrimitive()
                && PublicIds.mayHaveText(content)
                && (key == null || key == String.class || PublicIds.isPublicId(key));
    }

    /** Returns whether Jackson must write a number that has no text form as a string of its digits. */
    boolean isNumberAsText(Class<?> type, Annotations annotations) {
        return snowflakesAsText
                && NUMBERS.contains(type)
                && SNOWFLAKE_ID != null
                && annotations.find(SNOWFLAKE_ID) != null;
    }

    /**
     * Returns the name of an attribute. Jackson has no name for a constructor's parameter. For a parameter of a
     * record's constructor, this method returns the name of the record's component.
     */
    static String name(String known, Class<?> owner, int parameter) {
        RecordComponent[] components = owner.getRecordComponents();
        return components != null && parameter < components.length ? components[parameter].getName() : known;
    }
}
