package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.JavaType;
import io.github.hibernateidgen.IdText;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows ids of classes of their own as the strings that they are in JSON, in the documents that springdoc makes. */
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
        Optional<IdText> text = type == null ? Optional.empty() : texts.find(type.getRawClass());
        if (text.isPresent()) {
            return new StringSchema().description(text.get().expected());
        }
        return others.hasNext() ? others.next().resolve(annotated, context, others) : null;
    }
}
