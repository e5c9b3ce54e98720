package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicIds;
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

    private final PublicIds texts;

    IdConverter(PublicIds texts) {
        this.texts = texts;
    }

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(new ConvertiblePair(String.class, Object.class), new ConvertiblePair(Object.class, String.class));
    }

    @Override
    public boolean matches(TypeDescriptor source, TypeDescriptor target) {
        return PublicIds.isPublicId(idClass(source, target));
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
