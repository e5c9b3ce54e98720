package io.github.hibernateidgen.spring.boot;

import com.fasterxml.jackson.databind.JavaType;
import io.github.hibernateidgen.SnowflakeId;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes the ids that are strings in JSON as strings in the OpenAPI documents of springdoc. These are typed ids and other
 * values with a {@link PublicId}, and all Snowflake ids if {@code idgen.jackson.snowflake-as-string} is
 * set. The other converters build the schema of a string, so an {@code @Schema} keeps its effect.
 */
final class IdSchemas implements ModelConverter {

    /** Compared by simple name, because Jackson 2 and Jackson 3 each have their own {@code @JsonSerialize}. */
    private static final String SERIALIZE = "JsonSerialize";

    private static final String FORMAT = "JsonFormat";

    private static final Set<Class<?>> NUMBERS = Set.of(Long.class, long.class, BigInteger.class);

    private static final Shown DIGITS = new Shown("1 to 19 digits", "^[0-9]{1,19}$", "382770312745709588");

    private final PublicIds texts;
    private final boolean snowflakesAreText;

    /**
     * Creates the converter.
     *
     * @param texts reads and writes ids as text
     * @param snowflakesAreText whether numbers with {@code @SnowflakeId} and without {@link PublicId} are strings in JSON
     */
    IdSchemas(PublicIds texts, boolean snowflakesAreText) {
        this.texts = texts;
        this.snowflakesAreText = snowflakesAreText;
    }

    /** The description, pattern and example in the schema of a text. */
    private record Shown(String words, String pattern, String example) {

        static Shown of(IdText text) {
            return new Shown(text.expected(), text.pattern(), text.example());
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // The interface has the raw type.
    public @Nullable Schema resolve(
            AnnotatedType annotated, ModelConverterContext context, Iterator<ModelConverter> others) {
        if (!others.hasNext()) {
            return null;
        }
        JavaType type = Json.mapper().constructType(annotated.getType());
        Optional<Shown> shown = type == null ? Optional.empty() : shown(annotated, type);
        if (shown.isPresent()) {
            return text(shown.get(), others.next().resolve(like(annotated, String.class), context, others));
        }
        Annotation[] ofIds = ofIds(annotated);
        if (type == null || !type.hasContentType() || ofIds.length == 0 || has(annotated, SERIALIZE)) {
            return others.next().resolve(annotated, context, others);
        }
        AnnotatedType content = content(type, ofIds);
        AnnotatedType container = like(annotated, annotated.getType())
                .ctxAnnotations(annotations(annotated)
                        .filter(annotation -> content.getCtxAnnotations() != null || !isOfId(annotation))
                        .toArray(Annotation[]::new));
        Schema<?> schema = others.next().resolve(container, context, others);
        if (schema != null && schema.getItems() != null) {
            schema.setItems(context.resolve(content));
        } else if (schema != null && type.isMapLikeType()) {
            schema.setAdditionalProperties(context.resolve(content));
        }
        return schema;
    }

    /**
     * Returns the type of a container's content. The type keeps the annotations only if Jackson writes the content as text of
     * ids.
     */
    private AnnotatedType content(JavaType container, Annotation[] annotations) {
        JavaType type = container.getContentType();
        JavaType key = container.getKeyType();
        AnnotatedType content = new AnnotatedType(type).ctxAnnotations(annotations);
        boolean isText = !type.isPrimitive()
                && (key == null || key.getRawClass() == String.class || PublicIds.isPublicId(key.getRawClass()))
                && (ofAnnotation(content, type.getRawClass()).isPresent()
                        || (container.isReferenceType() && isSnowflakeAsText(content, type.getRawClass())));
        return isText ? content : new AnnotatedType(type);
    }

    private static Annotation[] ofIds(AnnotatedType annotated) {
        return annotations(annotated).filter(IdSchemas::isOfId).toArray(Annotation[]::new);
    }

    private static boolean isOfId(Annotation annotation) {
        return annotation instanceof PublicId || annotation instanceof SnowflakeId;
    }

    private Optional<Shown> shown(AnnotatedType annotated, JavaType type) {
        Class<?> raw = type.getRawClass();
        if (has(annotated, SERIALIZE)) {
            return Optional.empty();
        }
        return texts.find(raw)
                .filter(text -> !hasTextOfItsOwn(type))
                .map(Shown::of)
                .or(() -> ofAnnotation(annotated, raw))
                .or(() -> isSnowflakeAsText(annotated, raw) ? Optional.of(DIGITS) : Optional.empty());
    }

    /** Returns whether the class has its own form in JSON. The Jackson modules leave such a class to Jackson. */
    private static boolean hasTextOfItsOwn(JavaType type) {
        return Json.mapper().getSerializationConfig().introspect(type).findJsonValueAccessor() != null
                || isAnnotated(Stream.of(type.getRawClass().getAnnotations()), SERIALIZE);
    }

    private Optional<Shown> ofAnnotation(AnnotatedType annotated, Class<?> type) {
        String name = String.valueOf(annotated.getPropertyName());
        return annotations(annotated)
                .filter(PublicId.class::isInstance)
                .flatMap(annotation -> texts.find(name, type, (PublicId) annotation).stream())
                .findFirst()
                .map(Shown::of);
    }

    private boolean isSnowflakeAsText(AnnotatedType annotated, Class<?> type) {
        return snowflakesAreText
                && NUMBERS.contains(type)
                && has(annotated, SnowflakeId.class.getSimpleName())
                && !has(annotated, FORMAT);
    }

    private static boolean has(AnnotatedType annotated, String annotation) {
        return isAnnotated(annotations(annotated), annotation);
    }

    /** Returns the annotations of a place in the document; empty if the place has none. */
    private static Stream<Annotation> annotations(AnnotatedType annotated) {
        return Stream.ofNullable(annotated.getCtxAnnotations()).flatMap(Arrays::stream);
    }

    private static boolean isAnnotated(Stream<Annotation> annotations, String name) {
        return annotations.anyMatch(
                annotation -> annotation.annotationType().getSimpleName().equals(name));
    }

    /** Returns the same place in the document with another type of value. */
    private static AnnotatedType like(AnnotatedType annotated, Type type) {
        return new AnnotatedType(type)
                .name(annotated.getName())
                .propertyName(annotated.getPropertyName())
                .parent(annotated.getParent())
                .ctxAnnotations(annotated.getCtxAnnotations())
                .schemaProperty(annotated.isSchemaProperty())
                .skipSchemaName(annotated.isSkipSchemaName())
                .components(annotated.getComponents());
    }

    @SuppressWarnings("rawtypes")
    private static @Nullable Schema text(Shown shown, @Nullable Schema schema) {
        if (schema != null) {
            if (schema.getDescription() == null) {
                schema.setDescription(shown.words());
            }
            if (schema.getPattern() == null) {
                schema.setPattern(shown.pattern());
            }
            if (schema.getExample() == null) {
                schema.setExample(shown.example());
            }
        }
        return schema;
    }
}
