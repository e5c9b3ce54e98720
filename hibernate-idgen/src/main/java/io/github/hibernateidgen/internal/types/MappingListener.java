package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.internal.database.OwnServices;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.spi.MetadataBuilderFactory;
import org.hibernate.boot.spi.MetadataBuilderImplementor;
import org.jspecify.annotations.Nullable;

/** Remembers the sources of a mapping that is about to be made. Hibernate finds this class as a Java service. */
public final class MappingListener implements MetadataBuilderFactory {

    /** Hibernate calls this constructor. */
    public MappingListener() {}

    @Override
    public @Nullable MetadataBuilderImplementor getMetadataBuilder(
            MetadataSources sources, MetadataBuilderImplementor builder) {
        var context = builder.getBootstrapContext();
        OwnServices.find(context.getServiceRegistry(), MappingSources.class).remember(sources, context);
        return null;
    }
}
