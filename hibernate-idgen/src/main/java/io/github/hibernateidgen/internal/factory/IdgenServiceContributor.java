package io.github.hibernateidgen.internal.factory;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Adds {@link SessionFactoryEngines} to each service registry. Hibernate finds this class as a Java service. */
public final class IdgenServiceContributor
        implements ServiceContributor, StandardServiceInitiator<SessionFactoryEngines> {

    /** Hibernate calls this constructor. */
    public IdgenServiceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(this);
    }

    @Override
    public Class<SessionFactoryEngines> getServiceInitiated() {
        return SessionFactoryEngines.class;
    }

    @Override
    public SessionFactoryEngines initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
        return new SessionFactoryEngines(
                settings,
                name -> requireNonNull(registry.getService(ClassLoaderService.class))
                        .classForName(name));
    }
}
