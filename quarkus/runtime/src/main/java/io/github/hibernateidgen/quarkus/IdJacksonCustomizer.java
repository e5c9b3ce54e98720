package io.github.hibernateidgen.quarkus;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.IdTexts;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/** Has Quarkus's JSON write and read ids as text. */
@Singleton
public class IdJacksonCustomizer implements ObjectMapperCustomizer {

    private final IdTexts texts;

    /**
     * For Quarkus.
     *
     * @param texts the texts of ids
     */
    public IdJacksonCustomizer(IdTexts texts) {
        this.texts = texts;
    }

    @Override
    public void customize(ObjectMapper mapper) {
        mapper.registerModule(new IdJackson2Module(texts, false));
    }
}
