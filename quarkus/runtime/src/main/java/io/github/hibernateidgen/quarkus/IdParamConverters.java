package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import io.github.hibernateidgen.text.PublicIds;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Makes Quarkus REST read typed ids from paths, queries, headers, cookies and forms. */
@Singleton
public class IdParamConverters implements ParamConverterProvider {

    private final PublicIds texts;

    /**
     * Called by Quarkus.
     *
     * @param texts reads and writes ids as text
     */
    public IdParamConverters(PublicIds texts) {
        this.texts = texts;
    }

    @Override
    public <T> @Nullable ParamConverter<T> getConverter(
            Class<T> type, @Nullable Type genericType, Annotation @Nullable [] annotations) {
        return PublicIds.isPublicId(type) ? new Converter<>(texts, type) : null;
    }

    private record Converter<T>(PublicIds texts, Class<T> type) implements ParamConverter<T> {

        @Override
        public @Nullable T fromString(@Nullable String given) {
            if (given == null || given.isEmpty()) {
                return null;
            }
            try {
                return type.cast(text().read(given));
            } catch (IdTextException e) {
                throw IdTextInBodies.badRequest(e);
            }
        }

        @Override
        public String toString(T id) {
            return text().write(id);
        }

        private IdText text() {
            return texts.find(type).orElseThrow();
        }
    }
}
