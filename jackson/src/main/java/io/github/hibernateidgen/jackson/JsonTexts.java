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

    /** Finds the text form that an annotation at a value's place asks for. */
    Optional<Supplier<IdText>> ofAttribute(String name, Class<?> type, Annotations annotations) {
        PublicId annotation = annotations.find(PublicId.class);
        return annotation == null || !PublicIds.mayHaveText(type)
                ? Optional.empty()
                : Optional.of(new Lazy<>(() -> ids.find(name, type, annotation).orElseThrow()));
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
