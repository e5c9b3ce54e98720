package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.IdText;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.ConditionalGenericConverter;

/**
 * Reads ids of classes of their own from text, as in addresses, and writes them. A converter for the class itself goes
 * first.
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
        return value instanceof String given ? text.read(given) : text.write(value);
    }
}
