package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTextException;
import io.github.hibernateidgen.IdTexts;
import io.github.hibernateidgen.internal.text.GivenText;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * Converts text, for example in a URL, to typed ids and back. Spring prefers a converter that the application has for the
 * class.
 */
final class IdConverter implements ConditionalGenericConverter {

    private final IdTexts texts;

    IdConverter(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Object.class), new ConvertiblePair(Object.class, String.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return texts.find(idClass(source, target)).isPresent();
    }

    private static Class<?> idClass(TypeDescriptor source, TypeDescriptor target) {
        return source.getType() == String.class ? target.getType() : source.getType();
    }

    @Override
    public @Nullable Object convert(@Nullable Object value, TypeDescriptor source, TypeDescriptor target) {
        if (value == null || value.equals("")) {
            return null;
        }
        IdText text = texts.find(idClass(source, target)).orElseThrow();
        return value instanceof String given ? read(given, text, source, target) : text.write(value);
    }

    /** Throws Spring's exception with a shortened text, because Spring itself would put the whole text into the message. */
    private static Object read(String given, IdText text, TypeDescriptor source, TypeDescriptor target) {
        try {
            return text.read(given);
        } catch (IdTextException e) {
            throw new ConversionFailedException(source, target, GivenText.shown(given), e);
        }
    }
}
