package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.factory.BoundAttribute;
import io.github.hibernateidgen.internal.factory.ValueText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the sealed text of values of which only the annotation is known: that of the attribute with the same prefix. */
final class SealedIdTexts {

    private SealedIdTexts() {}

    /**
     * Finds a sealed text.
     *
     * @param attributes those of the session factory
     * @param kind what the annotation makes
     * @param prefix the annotation's
     * @param name what has the annotation, for messages
     * @param type what it holds
     * @param others makes the text where the attribute holds another type, such as a class of ids
     * @return the text; none where no attribute is sealed with this prefix, or none can be made for the type
     */
    static Optional<IdText> find(
            List<GeneratedAttribute> attributes,
            GeneratedAttribute.Kind kind,
            String prefix,
            String name,
            Class<?> type,
            Function<ValueText, Optional<ValueText>> others) {
        List<ValueText> sealed = attributes.stream()
                .filter(attribute -> attribute.kind() == kind)
                .map(GeneratedAttribute::bound)
                .map(BoundAttribute::text)
                .filter(text ->
                        text != null && text.seal() != null && text.prefix().equals(prefix))
                .toList();
        return sealed.stream()
                .filter(text -> text.type() == type)
                .findFirst()
                .or(() -> sealed.stream().findFirst().flatMap(others))
                .map(text -> new IdText(name, text));
    }
}
