package io.github.hibernateidgen.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import io.github.hibernateidgen.SnowflakeId;
import org.jspecify.annotations.Nullable;

/**
 * For Jackson 2: writes numbers annotated with {@link SnowflakeId}, {@code Long}, {@code long} or {@code BigInteger}, as
 * text. JavaScript, which rounds numbers above 2^53 - 1, then gets them whole.
 *
 * <p>Both text and numbers are read, as Jackson does unless {@code MapperFeature.ALLOW_COERCION_OF_SCALARS} is
 * disabled. An attribute's own {@code @JsonFormat} or {@code @JsonSerialize} wins. A class that is not an entity, such as a
 * record sent to a browser, may have the annotation too, or {@code @JsonFormat(shape = STRING)} without this module.
 *
 * <p>Immutable and thread-safe.
 */
public final class SnowflakeJackson2Module extends Module {

    /** Makes the module. */
    public SnowflakeJackson2Module() {}

    @Override
    public String getModuleName() {
        return SnowflakeJackson2Module.class.getName();
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
        public JsonFormat.@Nullable Value findFormat(Annotated annotated) {
            return annotated.hasAnnotation(SnowflakeId.class) && NumberTypes.contain(annotated.getRawType())
                    ? JsonFormat.Value.forShape(JsonFormat.Shape.STRING)
                    : null;
        }
    }
}
