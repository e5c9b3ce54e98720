package io.github.hibernateidgen.internal.engines;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Gives each service registry its {@link Engines}; Hibernate finds this class as a Java service. */
public final class IdgenServiceContributor implements ServiceContributor {

    /** For Hibernate. */
    public IdgenServiceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<Engines> {

        @Override
        public Class<Engines> getServiceInitiated() {
            return Engines.class;
        }

        @Override
        public Engines initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new Engines(settings, registry);
        }
    }
}
