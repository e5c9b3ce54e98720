package io.github.hibernateidgen.internal.types;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/** Gives each service registry its {@link MappingSources}. Hibernate finds this class as a Java service. */
public final class MappingSourcesContributor implements ServiceContributor {

    /** Hibernate calls this constructor. */
    public MappingSourcesContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<MappingSources> {

        @Override
        public Class<MappingSources> getServiceInitiated() {
            return MappingSources.class;
        }

        @Override
        public MappingSources initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new MappingSources();
        }
    }
}
