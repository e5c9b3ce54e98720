package io.github.hibernateidgen.examples.micronaut;

import com.fasterxml.jackson.databind.Module;
import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.jackson.IdJackson2Module;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import org.hibernate.SessionFactory;

/** The beans that Micronaut needs for ids as text, as in docs/frameworks/others.md. */
@Factory
public class IdTextFactory {

    @Singleton
    Idgen idgen(SessionFactory factory) {
        return Idgen.of(factory);
    }

    /** Makes Micronaut's JSON write ids as text, with micronaut-jackson-databind. */
    @Singleton
    Module ids(Idgen idgen) {
        return new IdJackson2Module(idgen.publicIds());
    }
}
