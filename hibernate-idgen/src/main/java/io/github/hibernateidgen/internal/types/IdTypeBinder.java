package io.github.hibernateidgen.internal.types;

import java.lang.annotation.Annotation;
import java.util.List;
import org.hibernate.binder.AttributeBinder;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Tells Hibernate of the classes of ids of an entity that is not listed, but found by a scan or named by a mapping file.
 * Hibernate calls it for each attribute with our annotations, when it has read all of the entity.
 */
public final class IdTypeBinder implements AttributeBinder<Annotation> {

    /** For Hibernate. */
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
