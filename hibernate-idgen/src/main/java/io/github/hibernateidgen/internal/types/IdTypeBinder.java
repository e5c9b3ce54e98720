package io.github.hibernateidgen.internal.types;

import java.lang.annotation.Annotation;
import java.util.List;
import org.hibernate.binder.AttributeBinder;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Registers the typed ids of an entity that is not listed, but found by a scan or named by a mapping file. Hibernate calls
 * this class for each attribute with our annotations when it has read the whole entity.
 */
public final class IdTypeBinder implements AttributeBinder<Annotation> {

    /** Hibernate calls this constructor. */
    public IdTypeBinder() {}

    @Override
    public void bind(
            Annotation annotation, MetadataBuildingContext context, PersistentClass entity, Property property) {
        Class<?> type = entity == null ? null : entity.getMappedClass();
        if (type != null) {
            IdAttributes.register(
                    List.of(type),
                    context.getBootstrapContext().getTypeConfiguration().getJavaTypeRegistry());
        }
    }
}
