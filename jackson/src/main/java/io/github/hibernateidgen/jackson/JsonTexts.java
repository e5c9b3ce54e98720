package io.github.hibernateidgen.jackson;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTexts;
import io.github.hibernateidgen.SnowflakeId;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the text form of a value in JSON, for Jackson 2 and Jackson 3.
 *
 * @param ids reads and writes ids as text
 * @param snowflakesAsText whether numbers with {@link SnowflakeId} are text even without a prefix
 */
record JsonTexts(IdTexts ids, boolean snowflakesAsText) {

    /** Finds an annotation. */
    @FunctionalInterface
    interface Annotations {
        <A extends Annotation> @Nullable A find(Class<A> type);
    }

    Optional<Supplier<IdText>> ofClass(Class<?> type) {
        return ids.find(type).map(text -> () -> text);
    }

    /**
     * Finds the text form that an annotation asks for. A sealed text form is looked up when the first value is written
     * or read. If that lookup ran at startup and failed, Spring would choose another JSON library, which writes the
     * value unsealed.
     */
    Optional<Supplier<IdText>> ofAttribute(String name, Class<?> type, Annotations annotations) {
        for (Class<? extends Annotation> kind : IdTexts.ANNOTATIONS) {
            Annotation annotation = annotations.find(kind);
            if (annotation != null) {
                return ids.findLater(name, type, annotation);
            }
        }
        return Optional.empty();
    }

    /** Returns whether Jackson must write a number that has no text form as a string of its digits. */
    boolean isNumberAsText(Class<?> type, Annotations annotations) {
        return snowflakesAsText && IdTexts.isNumber(type) && annotations.find(SnowflakeId.class) != null;
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
