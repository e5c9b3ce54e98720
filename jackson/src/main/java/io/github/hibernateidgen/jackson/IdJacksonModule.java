package io.github.hibernateidgen.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTextException;
import io.github.hibernateidgen.Idgen;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
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
 * For Jackson 3: ids as text, as {@link IdText} writes them. These are the ids of classes of their own, also as keys of maps,
 * and values of attributes whose {@code @SnowflakeId}, {@code @CombGuid} or {@code @SegmentId} has a prefix. Text that is
 * {@code sealed} is so wherever one of them stands.
 *
 * <p>All digits are kept, since a number is written as a JSON string. Without a prefix numbers are read, too. A class with a
 * {@code @JsonValue} or a serializer of its own is left to that.
 *
 * <p>Immutable and thread-safe.
 */
public final class IdJacksonModule extends JacksonModule {

    private static final long serialVersionUID = 1L;

    private final transient IdTextLookup texts;

    /**
     * Makes the module.
     *
     * @param idgen knows the typed ids
     */
    public IdJacksonModule(Idgen idgen) {
        this.texts = IdTextLookup.of(idgen);
    }

    /**
     * Makes the module for several session factories, or for one that is made later. An attribute outside of an entity whose
     * text is sealed is refused, since it takes a key.
     *
     * @param texts finds how the ids of a class are written; called when Jackson first meets a class
     */
    public IdJacksonModule(Function<Class<?>, Optional<IdText>> texts) {
        this(texts, List::of);
    }

    /**
     * Makes the module for several session factories, or for one that is made later.
     *
     * @param texts finds how the ids of a class are written; called when Jackson first meets a class
     * @param factories know how attributes are sealed; called when Jackson first meets one that is
     */
    public IdJacksonModule(
            Function<Class<?>, Optional<IdText>> texts, Supplier<? extends Collection<Idgen>> factories) {
        this.texts = new IdTextLookup(texts, factories);
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
        context.addSerializers(new Writers(false));
        context.addKeySerializers(new Writers(true));
        context.addDeserializers(new Deserializers.Base() {
            @Override
            public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
                return texts.classes().apply(type).isPresent();
            }

            @Override
            public @Nullable ValueDeserializer<?> findBeanDeserializer(
                    JavaType type, DeserializationConfig config, BeanDescription.Supplier bean) {
                return text(type, bean)
                        .map(text -> new Reader(text.type(), () -> text))
                        .orElse(null);
            }
        });
        context.addKeyDeserializers(
                (type, config, bean) -> text(type, bean).map(KeyReader::new).orElse(null));
        // Behind Jackson's own, whose answers go first.
        context.appendAnnotationIntrospector(new Annotations());
    }

    private Optional<IdText> text(JavaType type, BeanDescription.Supplier bean) {
        return bean.get().findJsonValueAccessor() == null
                ? texts.classes().apply(type.getRawClass())
                : Optional.empty();
    }

    private final class Writers implements Serializers {

        private final boolean ofKeys;

        Writers(boolean ofKeys) {
            this.ofKeys = ofKeys;
        }

        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier bean,
                JsonFormat.@Nullable Value format) {
            return text(type, bean)
                    .map(text -> new Writer(text.type(), () -> text, ofKeys))
                    .orElse(null);
        }
    }

    private static final class Writer extends StdScalarSerializer<Object> {

        private static final long serialVersionUID = 1L;

        private final transient Supplier<IdText> text;
        private final boolean isKey;

        Writer(Class<?> type, Supplier<IdText> text, boolean isKey) {
            super(type, false);
            this.text = text;
            this.isKey = isKey;
        }

        static Writer of(Class<?> type, Supplier<IdText> text) {
            return new Writer(type, text, false);
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

        Reader(Class<?> type, Supplier<IdText> text) {
            super(type);
            this.text = text;
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) {
            boolean isText = json.hasToken(JsonToken.VALUE_STRING)
                    || json.hasToken(JsonToken.VALUE_NUMBER_INT); // Where the text may be digits.
            return isText
                    ? read(text.get(), json.getString(), context)
                    : context.handleUnexpectedToken(handledType(), json);
        }
    }

    private static final class KeyReader extends KeyDeserializer {

        private final IdText text;

        KeyReader(IdText text) {
            this.text = text;
        }

        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return read(text, key, context);
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
        public @Nullable Object findSerializer(MapperConfig<?> config, Annotated annotated) {
            return find(annotated, false, Writer::of);
        }

        @Override
        public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
            return find(annotated, false, Reader::new);
        }

        @Override
        public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
            return find(annotated, true, Writer::of);
        }

        @Override
        public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
            return find(annotated, true, Reader::new);
        }

        private static String name(Annotated annotated) {
            return annotated instanceof AnnotatedParameter parameter
                    ? IdTextLookup.name(parameter.getName(), parameter.getDeclaringClass(), parameter.getIndex())
                    : annotated.getName();
        }

        /** Finds the text of ids, or of those in a collection, and makes what writes or reads it. */
        private @Nullable Object find(
                Annotated annotated, boolean isContent, BiFunction<Class<?>, Supplier<IdText>, Object> make) {
            // The type that a setter takes, or that of a field or getter; null for a class.
            JavaType type = annotated instanceof AnnotatedMethod method && method.getParameterCount() == 1
                    ? method.getParameterType(0)
                    : annotated.getType();
            if (type == null || type.isCollectionLikeType() != isContent) {
                return null;
            }
            Class<?> id = (isContent ? type.getContentType() : type).getRawClass();
            return texts.annotated(name(annotated), id, annotated::getAnnotation)
                    .map(text -> make.apply(type.getRawClass(), text))
                    .orElse(null);
        }
    }
}
