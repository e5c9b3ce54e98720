package io.github.hibernateidgen.internal.types;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.ValueGenerationType;
import org.hibernate.binder.AttributeBinder;
import org.hibernate.boot.registry.classloading.spi.ClassLoaderService;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.BasicValue;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Rejects an annotation of this library at places where most versions of Hibernate ignore it silently. Hibernate calls this
 * class after it has read all entities. {@link IdTypes} has usually registered the typed ids before.
 */
public final class IdTypeBinder implements AttributeBinder<Annotation> {

    /** Hibernate calls this constructor. */
    public IdTypeBinder() {}

    /** Returns whether this class checks an annotation: whether it is the annotation of a generator of this library. */
    static boolean checks(Annotation annotation) {
        AttributeBinderType binder = annotation.annotationType().getAnnotation(AttributeBinderType.class);
        return binder != null && binder.binder() == IdTypeBinder.class;
    }

    /**
     * Rejects an annotation that Hibernate has read from a getter of a superclass, although a subclass overrides the getter
     * and has another annotation. Hibernate 6.6 does this.
     */
    public static void requireOverriding(String path, Annotation used, Method getter, @Nullable Class<?> entity) {
        for (Class<?> type = entity; type != null && type != getter.getDeclaringClass(); type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(getter.getName())
                        && method.getParameterCount() == 0
                        && !method.isBridge()) {
                    for (Annotation other : method.getAnnotations()) {
                        if (checks(other) && !other.equals(used)) {
                            throw new IdgenConfigurationException(
                                    path,
                                    type.getName() + "." + method.getName(),
                                    "this version of Hibernate ignores the annotation here, and uses the annotation of "
                                            + getter.getDeclaringClass().getName(),
                                    "annotate the getter in one of the two classes only, or use Hibernate"
                                            + " 7 or later");
                        }
                    }
                }
            }
        }
    }

    @Override
    public void bind(
            Annotation annotation,
            MetadataBuildingContext context,
            @Nullable PersistentClass entity, // null for an embeddable in a collection
            Property property) {
        String owner = entity == null ? "" : entity.getJpaEntityName() + ".";
        String inEntity = entity == null ? null : path(owner, entity.getProperties(), property);
        String path = inEntity == null ? owner + property.getName() : inEntity;
        if (property.getValue() instanceof Component component) {
            throw new IdgenConfigurationException(
                    path,
                    component.getComponentClassName(),
                    "the attribute is embedded, but a generated value fills one column",
                    "annotate the component inside the @Embeddable");
        }
        if (property.getValue() instanceof ToOne association) {
            throw new IdgenConfigurationException(
                    path,
                    association.getReferencedEntityName(),
                    "the attribute is an association, and has the id of the other entity",
                    "annotate the @Id of that entity, and remove the annotation here");
        }
        // @SegmentId is the annotation without @ValueGenerationType. `inEntity` is null for an id, because an entity's
        // properties do not include its id. The generator rejects @SegmentId on a part of an id.
        if (inEntity != null && !annotation.annotationType().isAnnotationPresent(ValueGenerationType.class)) {
            throw new IdgenConfigurationException(
                    path,
                    property.getReturnedClassName(),
                    "Hibernate generates values of @SegmentId only for an entity's @Id",
                    "use @SnowflakeId or @CombGuid, or remove the annotation");
        }
        if (property.getValue() instanceof BasicValue) {
            register(property.getReturnedClassName(), path, context.getBootstrapContext());
        }
    }

    /** Returns the path of an attribute if it is among an owner's properties or in their embeddables, and null otherwise. */
    private static @Nullable String path(String owner, List<Property> properties, Property wanted) {
        for (Property property : properties) {
            String path = owner + property.getName();
            if (property == wanted) {
                return path;
            }
            if (property.getValue() instanceof Component component && !property.isSynthetic()) {
                String inside = path(path + ".", component.getProperties(), wanted);
                if (inside != null) {
                    return inside;
                }
            }
        }
        return null;
    }

    /** Registers a typed id if an application's jar has lost the file of the service {@link IdTypes}. */
    private static void register(String className, String path, BootstrapContext context) {
        TypeConfiguration types = context.getTypeConfiguration();
        ServiceRegistry services = context.getServiceRegistry();
        if (types.getBasicTypeRegistry().getRegisteredType(className) == null) {
            Class<?> type = requireNonNull(services.getService(ClassLoaderService.class))
                    .classForName(className);
            IdJavaType.register(type, path, types, services);
        }
    }
}
