package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.database.OwnServices;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.spi.TypeConfiguration;

/**
 * Registers typed ids before Hibernate maps anything: those at attributes with our annotations, in the classes that a
 * mapping is made from. Hibernate finds this class as a Java service.
 */
public final class IdTypes implements TypeContributor {

    /** Hibernate calls this constructor. */
    public IdTypes() {}

    @Override
    public void contribute(TypeContributions contributions, ServiceRegistry services) {
        TypeConfiguration types = contributions.getTypeConfiguration();
        MappingSources sources = OwnServices.find(services, MappingSources.class);
        IdAttributes.register(
                sources.take(types, requireNonNull(services.getService(ClassLoaderService.class))),
                types.getJavaTypeRegistry());
    }

    /** Runs this after Hibernate's own contributors and before the application's, which may map the same class. */
    @SuppressWarnings("MissingOverride") // Hibernate 6.6 does not have it
    public int ordinal() {
        return 600;
    }
}
