package io.github.hibernateidgen.quarkus;

import io.github.hibernateidgen.Idgen;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.text.Lazy;
import io.github.hibernateidgen.text.PublicIds;
import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;

/**
 * Creates the {@link PublicIds} bean, and the {@link Idgen} bean of the default persistence unit. For other persistence units, call {@code Idgen.of} with
 * their session factory.
 */
@Singleton
public class IdgenProducer {

    /** Called by Quarkus. */
    public IdgenProducer() {}

    /**
     * Creates the bean at its first use, because an application may have no default persistence unit.
     *
     * @param factory the session factory of the default persistence unit
     * @return the generators of the session factory
     */
    @Produces
    @Singleton
    @DefaultBean
    public Idgen idgen(Instance<SessionFactory> factory) {
        return Idgen.of(factory.get());
    }

    /**
     * Creates the bean that writes and reads ids as text. The keys are read at their first use.
     *
     * @return the texts of ids
     */
    @Produces
    @Singleton
    @DefaultBean
    public PublicIds publicIds() {
        Supplier<Settings> seal = new Lazy<>(IdgenSettingsMap::seal);
        return new PublicIds(() -> seal.get().sealKeys(), () -> seal.get().acceptsPlain());
    }
}
