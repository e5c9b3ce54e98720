package io.github.hibernateidgen.spring.boot;

import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.PublicIds;
import java.io.Serializable;
import org.springframework.core.convert.support.ConfigurableConversionService;
import org.springframework.data.rest.webmvc.config.RepositoryRestConfigurer;
import org.springframework.data.rest.webmvc.spi.BackendIdConverter;

/** Writes and reads typed ids as text in the links of Spring Data REST. */
final class DataRestIds implements BackendIdConverter, RepositoryRestConfigurer {

    private final PublicIds texts;

    DataRestIds(PublicIds texts) {
        this.texts = texts;
    }

    /** Supports all entities, because ids that are not typed ids are written and read as without this class. */
    @Override
    public boolean supports(Class<?> entity) {
        return true;
    }

    @Override
    public String toRequestId(Serializable id, Class<?> entity) {
        return texts.find(id.getClass()).map((IdText text) -> text.write(id)).orElseGet(id::toString);
    }

    /** Spring Data REST converts the text to the type of the id. */
    @Override
    public Serializable fromRequestId(String id, Class<?> entity) {
        return id;
    }

    @Override
    public void configureConversionService(ConfigurableConversionService conversions) {
        conversions.addConverter(new IdConverter(texts));
    }
}
