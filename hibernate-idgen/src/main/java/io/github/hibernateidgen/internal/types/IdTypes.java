package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.spi.TypeConfiguration;

/**
 * Tells Hibernate of the classes of ids before it maps anything: of those that listed classes have at attributes with our
 * annotations. Hibernate finds this class as a Java service.
 */
public final class IdTypes implements TypeContributor {

    /** For Hibernate. */
    public IdTypes() {}

    @Override
    public void contribute(TypeContributions contributions, ServiceRegistry services) {
        TypeConfiguration types = contributions.getTypeConfiguration();
        MappingSources sources = requireNonNull(services.getService(MappingSources.class));
        IdAttributes.register(
                sources.take(types, requireNonNull(services.getService(ClassLoaderService.class))),
                types.getJavaTypeRegistry());
    }

    /** After Hibernate's own and before the application's, which may have a type of its own for the class. */
    @SuppressWarnings("MissingOverride") // Hibernate 6.6 does not have it
    public int ordinal() {
        return 600;
    }
}
