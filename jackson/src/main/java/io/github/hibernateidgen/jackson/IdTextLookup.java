package io.github.hibernateidgen.jackson;

import io.github.hibernateidgen.CombGuid;
import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.SegmentId;
import io.github.hibernateidgen.SnowflakeId;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which text a value has in JSON: by its class, or by the annotation of its attribute.
 *
 * @param classes finds the text of a typed id
 * @param factories know the keys of text that is sealed
 */
record IdTextLookup(Function<Class<?>, Optional<IdText>> classes, Supplier<? extends Collection<Idgen>> factories) {

    static IdTextLookup of(Idgen idgen) {
        return new IdTextLookup(
                type -> idgen.idTexts().stream()
                        .filter(text -> text.type() == type)
                        .findFirst(),
                () -> List.of(idgen));
    }

    /** Returns the name of an attribute. Jackson knows none of a constructor's parameter; in a record that is a component. */
    static String name(String known, Class<?> owner, int parameter) {
        RecordComponent[] components = owner.getRecordComponents();
        return components != null && parameter < components.length ? components[parameter].getName() : known;
    }

    /** Finds an annotation. */
    @FunctionalInterface
    interface Annotations {
        <A extends Annotation> @Nullable A find(Class<A> type);
    }

    /**
     * The text that an annotation with a prefix, or another form, asks for. One that is sealed is looked for when the first value
     * is written or read: if it were missed earlier, Spring would have another JSON library write the value as it is.
     */
    Optional<Supplier<IdText>> annotated(String name, Class<?> type, Annotations annotations) {
        SnowflakeId snowflake = annotations.find(SnowflakeId.class);
        if (snowflake != null) {
            return text(name, type, snowflake, snowflake.sealed(), snowflake.prefix());
        }
        CombGuid guid = annotations.find(CombGuid.class);
        if (guid != null) {
            return text(name, type, guid, guid.sealed(), guid.prefix());
        }
        SegmentId segment = annotations.find(SegmentId.class);
        if (segment != null) {
            return text(name, type, segment, segment.sealed(), segment.prefix());
        }
        return Optional.empty();
    }

    private Optional<Supplier<IdText>> text(
            String name, Class<?> type, Annotation annotation, boolean sealed, String prefix) {
        return sealed
                ? sealed(name, type, prefix, idgen -> idgen.idText(name, type, annotation))
                : IdText.of(name, type, annotation).map(text -> () -> text);
    }

    private Optional<Supplier<IdText>> sealed(
            String name, Class<?> type, String prefix, Function<Idgen, Optional<IdText>> asked) {
        if (classes.apply(type).isPresent()) {
            return Optional.empty(); // Its class tells its text.
        }
        return Optional.of(new Supplier<>() {
            private volatile @Nullable IdText found;

            @Override
            public IdText get() {
                IdText text = found;
                if (text == null) {
                    text = find(name, type, prefix, asked);
                    found = text;
                }
                return text;
            }
        });
    }

    private IdText find(String name, Class<?> type, String prefix, Function<Idgen, Optional<IdText>> asked) {
        return factories.get().stream()
                .flatMap(idgen -> asked.apply(idgen).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("text of [" + name + "] of type " + type.getName()
                        + " is sealed with prefix [" + prefix
                        + "], but no entity that is known here has ids of this kind that"
                        + " are; give both the same annotation, and the module the Idgen of the entity"));
    }
}
