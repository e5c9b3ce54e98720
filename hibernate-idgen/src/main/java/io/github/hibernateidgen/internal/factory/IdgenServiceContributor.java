package io.github.hibernateidgen.internal.factory;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Adds {@link Mappings} to each service registry. Hibernate finds this class as a Java service. */
public final class IdgenServiceContributor implements ServiceContributor {

    /** Hibernate calls this constructor. */
    public IdgenServiceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<Mappings> {

        @Override
        public Class<Mappings> getServiceInitiated() {
            return Mappings.class;
        }

        @Override
        public Mappings initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new Mappings(
                    settings,
                    name -> requireNonNull(registry.getService(ClassLoaderService.class))
                            .classForName(name));
        }
    }
}
