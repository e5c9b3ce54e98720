package io.github.hibernateidgen.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.github.hibernateidgen.SnowflakeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * For Jackson 3: writes numbers annotated with {@link SnowflakeId}, {@code Long}, {@code long} or {@code BigInteger}, as
 * text. JavaScript, which rounds numbers above 2^53 - 1, then gets them whole.
 *
 * <p>Both text and numbers are read, as Jackson does unless {@code MapperFeature.ALLOW_COERCION_OF_SCALARS} is
 * disabled. An attribute's own {@code @JsonFormat} or {@code @JsonSerialize} wins. A class that is not an entity, such as a
 * record sent to a browser, may have the annotation too, or {@code @JsonFormat(shape = STRING)} without this module.
 *
 * <p>Immutable and thread-safe.
 */
public final class SnowflakeJacksonModule extends JacksonModule {

    private static final long serialVersionUID = 1L;

    /** Makes the module. */
    public SnowflakeJacksonModule() {}

    @Override
    public String getModuleName() {
        return SnowflakeJacksonModule.class.getName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        // Behind Jackson's own, whose answers go first.
        context.appendAnnotationIntrospector(new AsText());
    }

    private static final class AsText extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonFormat.@Nullable Value findFormat(MapperConfig<?> config, Annotated annotated) {
            return annotated.hasAnnotation(SnowflakeId.class) && NumberTypes.contain(annotated.getRawType())
                    ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING)
                    : null;
        }
    }
}
