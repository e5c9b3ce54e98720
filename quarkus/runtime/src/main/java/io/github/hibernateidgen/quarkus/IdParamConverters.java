package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTextException;
import io.github.hibernateidgen.IdTexts;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Makes Quarkus REST read typed ids from paths, queries, headers, cookies and forms. */
@Singleton
public class IdParamConverters implements ParamConverterProvider {

    private final IdTexts texts;

    /**
     * Called by Quarkus.
     *
     * @param texts reads and writes ids as text
     */
    public IdParamConverters(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    public <T> @Nullable ParamConverter<T> getConverter(
            Class<T> type, @Nullable Type genericType, Annotation @Nullable [] annotations) {
        return texts.mayBeTyped(type) ? new Converter<>(texts, type) : null;
    }

    private record Converter<T>(IdTexts texts, Class<T> type) implements ParamConverter<T> {

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
            return texts.find(type)
                    .orElseThrow(() -> new IllegalStateException("no persistence unit has an entity with ids of class ["
                            + type.getName() + "]; use the class of an entity's id"));
        }
    }
}
