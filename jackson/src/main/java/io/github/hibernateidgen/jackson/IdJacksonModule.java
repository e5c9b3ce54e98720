package io.github.hibernateidgen.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Writes and reads ids as text in the JSON of Jackson 3, as {@link PublicId} asks. This
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
public final class IdJacksonModule extends JacksonModule {

    private static final long serialVersionUID = 1L;

    private final transient JsonTexts texts;

    /**
     * Creates the module.
     *
     * @param ids writes and reads ids as text; with Hibernate {@code Idgen.of(sessionFactory).publicIds()}, which has the
     *     keys of sealed text
     */
    public IdJacksonModule(PublicIds ids) {
        this(ids, false);
    }

    /**
     * Creates the module.
     *
     * @param ids writes and reads ids as text
     * @param snowflakesAsText whether numbers with {@code @SnowflakeId} are text even without a {@link PublicId}
     */
    public IdJacksonModule(PublicIds ids, boolean snowflakesAsText) {
        this.texts = new JsonTexts(ids, snowflakesAsText);
    }

    @Override
    public String getModuleName() {
        return IdJacksonModule.class.getName();
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
            public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
                return texts.ofClass(type).isPresent();
            }

            @Override
            public @Nullable ValueDeserializer<?> findBeanDeserializer(
                    JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
                return text(type, bean).map(Reader::new).orElse(null);
            }
        });
        context.addKeyDeserializers(
                (type, config, bean) -> text(type, bean).map(KeyReader::new).orElse(null));
        // Appended: the answers of Jackson's own introspector take precedence.
        context.appendAnnotationIntrospector(new Annotations());
    }

    private Optional<Supplier<IdText>> text(JavaType type, BeanDescription.Supplier bean) {
        return bean.get().findJsonValueAccessor() == null ? texts.ofClass(type.getRawClass()) : Optional.empty();
    }

    private Serializers writers(boolean ofKeys) {
        return new Serializers() {
            @Override
            public @Nullable ValueSerializer<?> findSerializer(
                    SerializationConfig config,
                    JavaType type,
                    BeanDescription.Supplier bean,
                    JsonFormat.@Nullable Value format) {
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
        public void serialize(Object id, JsonGenerator json, SerializationContext context) {
            if (isKey) {
                json.writeName(text.get().write(id));
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
        public Object deserialize(JsonParser json, DeserializationContext context) {
            boolean isText = json.hasToken(JsonToken.VALUE_STRING)
                    || json.hasToken(JsonToken.VALUE_NUMBER_INT); // A text without a prefix may be digits.
            return isText
                    ? read(text.get(), json.getString(), context)
                    : context.handleUnexpectedToken(text.get().type(), json);
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final Supplier<IdText> text;

        KeyReader(Supplier<IdText> text) {
            this.text = text;
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return read(text.get(), key, context);
        }
    }

    private static Object read(IdText text, String given, DeserializationContext context) {
        try {
            return text.read(given);
        } catch (IdTextException e) {
            throw DatabindException.from(context, e.getMessage(), e);
        }
    }

    private final class Annotations extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonFormat.@Nullable Value findFormat(MapperConfig<?> config, Annotated annotated) {
            return texts.isNumberAsText(value(annotated), annotated::getAnnotation)
                    ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING)
                    : null;
        }

        @Override
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
            return text(annotated, false).map(text -> new Writer(text, false)).orElse(null);
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
            return text(annotated, false).map(Reader::new).orElse(null);
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
            return text(annotated, true).map(text -> new Writer(text, false)).orElse(null);
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
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
