package io.github.hibernateidgen.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.ser.Serializers;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads ids as text in the JSON of Jackson 2, as {@link PublicId} asks. This
 * applies to classes with the annotation, including keys of maps, and to attributes, components of records and elements of
 * collections with the annotation at their own place.
 *
 * <p>A number is written as a JSON string and keeps all its digits. Ids without a prefix are also read from JSON numbers. A
 * class with its own {@code @JsonValue} or serializer keeps its JSON.
 *
 * <p>With {@code snowflakesAsText}, every {@code Long}, {@code long} or {@code BigInteger} with {@code @SnowflakeId} is text,
 * because JavaScript rounds numbers above 2^53 - 1. Jackson then reads both text and numbers, unless {@code
 * MapperFeature.ALLOW_COERCION_OF_SCALARS} is disabled. An attribute's own {@code @JsonFormat} or {@code @JsonSerialize}
 * takes precedence. A class that is not an entity, such as a record sent to a browser, may have the annotation.
 *
 * <p>Immutable and thread-safe.
 */
public final class IdJackson2Module extends Module {

    private final JsonTexts texts;

    /**
     * Creates the module.
     *
     * @param ids writes and reads ids as text; with Hibernate {@code Idgen.of(sessionFactory).publicIds()}, which has the
     *     keys of sealed text
     */
    public IdJackson2Module(PublicIds ids) {
        this(ids, false);
    }

    /**
     * Creates the module.
     *
     * @param ids writes and reads ids as text
     * @param snowflakesAsText whether numbers with {@code @SnowflakeId} are text even without a {@link PublicId}
     */
    public IdJackson2Module(PublicIds ids, boolean snowflakesAsText) {
        this.texts = new JsonTexts(ids, snowflakesAsText);
    }

    @Override
    public String getModuleName() {
        return IdJackson2Module.class.getName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addSerializers(writers(false));
        context.addKeySerializers(writers(true));
        context.addDeserializers(new Deserializers.Base() {
            @Override
            public @Nullable JsonDeserializer<?> findBeanDeserializer(
                    JavaType type, DeserializationConfig config, BeanDescription bean) {
                return text(type, bean).map(Reader::new).orElse(null);
            }
        });
        context.addKeyDeserializers(
                (type, config, bean) -> text(type, bean).map(KeyReader::new).orElse(null));
        // Appended: the answers of Jackson's own introspector take precedence.
        context.appendAnnotationIntrospector(new Annotations());
    }

    private Optional<Supplier<IdText>> text(JavaType type, BeanDescription bean) {
        return bean.findJsonValueAccessor() == null ? texts.ofClass(type.getRawClass()) : Optional.empty();
    }

    private Serializers writers(boolean ofKeys) {
        return new Serializers.Base() {
            @Override
            public @Nullable JsonSerializer<?> findSerializer(
                    SerializationConfig config, JavaType type, BeanDescription bean) {
                return text(type, bean).map(text -> new Writer(text, ofKeys)).orElse(null);
            }
        };
    }

    private static final class Writer extends StdScalarSerializer<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Supplier<IdText> text;
        private final boolean isKey;

        Writer(Supplier<IdText> text, boolean isKey) {
            super(Object.class);
            this.text = text;
            this.isKey = isKey;
        }

        @Override
        public void serialize(Object id, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (isKey) {
                json.writeFieldName(text.get().write(id));
            } else {
                json.writeString(text.get().write(id));
            }
        }
    }

    private static final class Reader extends StdScalarDeserializer<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Supplier<IdText> text;

        Reader(Supplier<IdText> text) {
            super(Object.class);
            this.text = text;
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            boolean isText = json.hasToken(JsonToken.VALUE_STRING)
                    || json.hasToken(JsonToken.VALUE_NUMBER_INT); // A text without a prefix may be digits.
            return isText
                    ? read(text.get(), json.getText(), context)
                    : context.handleUnexpectedToken(text.get().type(), json);
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final Supplier<IdText> text;

        KeyReader(Supplier<IdText> text) {
            this.text = text;
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) throws IOException {
            return read(text.get(), key, context);
        }
    }

    private static Object read(IdText text, String given, DeserializationContext context) throws IOException {
        try {
            return text.read(given);
        } catch (IdTextException e) {
            throw JsonMappingException.from(context, e.getMessage(), e);
        }
    }

    private final class Annotations extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonFormat.@Nullable Value findFormat(Annotated annotated) {
            return texts.isNumberAsText(value(annotated), annotated::getAnnotation)
                    ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING)
                    : null;
        }

        @Override
        public @Nullable Object findSerializer(Annotated annotated) {
            return text(annotated, false).map(text -> new Writer(text, false)).orElse(null);
        }

        @Override
        public @Nullable Object findDeserializer(Annotated annotated) {
            return text(annotated, false).map(Reader::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentSerializer(Annotated annotated) {
            return text(annotated, true).map(text -> new Writer(text, false)).orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(Annotated annotated) {
            return text(annotated, true).map(Reader::new).orElse(null);
        }

        /** Returns the type of an attribute's value, for an Optional the type of the value inside. */
        private static Class<?> value(Annotated annotated) {
            JavaType type = annotated.getType();
            return type != null && type.isReferenceType()
                    ? type.getContentType().getRawClass()
                    : annotated.getRawType();
        }

        private static String name(Annotated annotated) {
            return annotated instanceof AnnotatedParameter parameter
                    ? JsonTexts.name(parameter.getName(), parameter.getDeclaringClass(), parameter.getIndex())
                    : annotated.getName();
        }

        /** Finds the text form of an attribute's value, or of the content of its container. */
        private Optional<Supplier<IdText>> text(Annotated annotated, boolean isContent) {
            // The parameter's type for a setter, the type of a field or getter; null for a class.
            JavaType type = annotated instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : annotated.getType();
            if (type == null || isInside(type) != isContent) {
                return Optional.empty();
            }
            Class<?> id = (isContent ? type.getContentType() : type).getRawClass();
            return texts.ofAttribute(name(annotated), id, annotated::getAnnotation);
        }

        /** Jackson writes the elements of a stream or an iterator without asking for the annotation. */
        private static boolean isInside(JavaType type) {
            JavaType key = type.getKeyType();
            return (type.isContainerType() || type.isReferenceType())
                    && JsonTexts.isInside(type.getContentType().getRawClass(), key == null ? null : key.getRawClass());
        }
    }
}
