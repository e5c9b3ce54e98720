package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.JavaType;
import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.seal.Seal;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.lang.annotation.Annotation;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows ids as the strings that they are in JSON, in the documents that springdoc makes: those of classes of their own, and
 * values of attributes whose text is sealed.
 */
final class IdSchemas implements ModelConverter {

    private final IdTexts texts;

    IdSchemas(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    @SuppressWarnings("rawtypes") // As the interface has it.
    public @Nullable Schema resolve(
            AnnotatedType annotated, ModelConverterContext context, Iterator<ModelConverter> others) {
        JavaType type = Json.mapper().constructType(annotated.getType());
        Optional<IdText> text = type == null
                ? Optional.empty()
                : texts.find(type.getRawClass()).or(() -> sealed(annotated, type.getRawClass()));
        if (text.isPresent()) {
            return schema(text.get());
        }
        return others.hasNext() ? others.next().resolve(annotated, context, others) : null;
    }

    private Optional<IdText> sealed(AnnotatedType annotated, Class<?> type) {
        Annotation[] annotations = annotated.getCtxAnnotations();
        return annotations == null
                ? Optional.empty()
                : texts.sealed(String.valueOf(annotated.getPropertyName()), type, annotations);
    }

    private static StringSchema schema(IdText text) {
        StringSchema schema = new StringSchema();
        schema.setDescription(text.expected());
        if (text.isSealed()) {
            schema.setPattern("^" + text.prefix().replaceAll("[.~-]", "\\\\$0") + Seal.PATTERN + "$");
            schema.setExample(text.prefix() + Seal.EXAMPLE);
        }
        return schema;
    }
}
