package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.Idgen;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.hibernate.SessionFactory;

/** Makes the bean of the default persistence unit. Of another one it is {@code Idgen.of} of its session factory. */
@Singleton
public class IdgenProducer {

    /** For Quarkus. */
    public IdgenProducer() {}

    /**
     * Makes the bean when it is first asked for: an application may have no default persistence unit.
     *
     * @param factory its session factory
     * @return what the library does there
     */
    @Produces
    @Singleton
    @DefaultBean
    public Idgen idgen(Instance<SessionFactory> factory) {
        return Idgen.of(factory.get());
    }
}
