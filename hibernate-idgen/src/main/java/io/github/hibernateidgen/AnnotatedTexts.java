package io.github.hibernateidgen;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.factory.TextSettings;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.types.IdAttributes;
import io.github.hibernateidgen.internal.types.IdClass;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Derives the text forms of ids from the annotations of entities, if there is no session factory. Columns and mapping
 * files are not read, so a {@code String} with {@code @CombGuid} has the form of a column of 36 characters.
 *
 * <p>Immutable and thread-safe.
 */
final class AnnotatedTexts {

    private final boolean hasEntities;
    private final Supplier<Map<String, Object>> settings;
    private final List<IdText> typed;

    /**
     * Finds the typed ids of entities.
     *
     * @param settings supplies the settings of this library, by their Hibernate names; called for keys and layouts
     */
    AnnotatedTexts(Collection<Class<?>> entities, Supplier<Map<String, Object>> settings) {
        this.hasEntities = !entities.isEmpty();
        this.settings = settings;
        typed = IdAttributes.idClasses(entities).entrySet().stream()
                .map(id -> text(id.getKey(), id.getValue()))
                .toList();
    }

    private IdText text(IdClass type, IdAttributes.Found found) {
        AnnotatedValue value = requireNonNull(AnnotatedValue.of(type.component(), found.annotation()));
        Notation notation = value.notation().apply(name -> read().layout(found.path(), name));
        if (value.sealed()) {
            notation = read().sealed(found.path(), notation);
        } else if (value.assignable() && type.component() == String.class) {
            notation = notation.ofAnyText();
        }
        return new IdText(found.path(), notation.ofComponent(type));
    }

    private TextSettings read() {
        return TextSettings.read(settings.get());
    }

    /** Returns the text forms of typed ids. */
    List<IdText> typed() {
        return typed;
    }

    /**
     * Finds the text form of a value by its annotation alone, as {@link IdText#of} does. Sealed text uses the keys in the
     * settings; without entities, the result for sealed text is empty.
     */
    Optional<IdText> find(String name, Class<?> type, Annotation annotation) {
        AnnotatedValue value = AnnotatedValue.of(type, annotation);
        if (value == null || (value.sealed() && !hasEntities)) {
            return Optional.empty();
        }
        return value.text()
                .map(notation -> value.sealed() ? read().sealed(name, notation) : notation)
                .map(notation -> new IdText(name, notation));
    }
}
