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
 * Finds the text of a value in JSON, for all lines of Jackson.
 *
 * @param ids the texts of ids
 * @param snowflakesAsText whether numbers with {@link SnowflakeId} are text, too
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
     * Finds the text that an annotation asks for. A sealed text is looked up with the first value: if the lookup failed
     * earlier, Spring would have another JSON library write the value as it is.
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

    /** Returns whether a number is text as Jackson's own format has it. */
    boolean isNumberAsText(Class<?> type, Annotations annotations) {
        return snowflakesAsText && IdTexts.isNumber(type) && annotations.find(SnowflakeId.class) != null;
    }

    /** Returns the name of an attribute. Jackson knows none of a constructor's parameter; in a record that is a component. */
    static String name(String known, Class<?> owner, int parameter) {
        RecordComponent[] components = owner.getRecordComponents();
        return components != null && parameter < components.length ? components[parameter].getName() : known;
    }
}
