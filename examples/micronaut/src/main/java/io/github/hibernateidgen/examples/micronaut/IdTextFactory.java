package io.github.hibernateidgen.examples.micronaut;

import com.fasterxml.jackson.databind.Module;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import org.hibernate.SessionFactory;

/** What Micronaut needs for ids as text: the beans of docs/frameworks.md. */
@Factory
public class IdTextFactory {

    @Singleton
    Idgen idgen(SessionFactory factory) {
        return Idgen.of(factory);
    }

    /** For Micronaut's JSON, with micronaut-jackson-databind. */
    @Singleton
    Module ids(Idgen idgen) {
        return new IdJackson2Module(idgen);
    }
}
