package io.github.hibernateidgen.quarkus;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.github.hibernateidgen.text.PublicIds;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Singleton;

/** Makes Quarkus's JSON mapper write and read ids as text. */
@Singleton
public class IdJacksonCustomizer implements ObjectMapperCustomizer {

    private final PublicIds texts;
    private final boolean snowflakesAsText;

    /**
     * Called by Quarkus.
     *
     * @param texts reads and writes ids as text
     * @param config decides whether all Snowflake ids are text
     */
    public IdJacksonCustomizer(PublicIds texts, IdgenFixedConfig config) {
        this.texts = texts;
        this.snowflakesAsText = config.jackson().snowflakeAsString().orElse(false);
    }

    @Override
    public void customize(ObjectMapper mapper) {
        mapper.registerModule(new IdJackson2Module(texts, snowflakesAsText));
    }
}
