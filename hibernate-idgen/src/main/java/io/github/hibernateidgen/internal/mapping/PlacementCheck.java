package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.boot.Metadata;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.jspecify.annotations.Nullable;

/** Refuses our annotations where most versions of Hibernate ignore them without a message. */
final class PlacementCheck {

    private PlacementCheck() {}

    static void run(Metadata metadata) {
        for (PersistentClass entity : metadata.getEntityBindings()) {
            Class<?> type = entity.getMappedClass();
            Property id = entity.getIdentifierProperty();
            if (id != null) {
                refuseOnEmbedded(entity.getJpaEntityName(), type, id);
            }
            for (Property property : entity.getProperties()) {
                refuseOnEmbedded(entity.getJpaEntityName(), type, property);
            }
            refuseSegments(entity.getJpaEntityName(), type, entity.getProperties());
        }
    }

    private static void refuseOnEmbedded(String entity, @Nullable Class<?> type, Property property) {
        if (property.getValue() instanceof Component component
                && (annotated(type, AttributeGenerator.class).contains(property.getName())
                        || annotated(type, SegmentedGenerator.class).contains(property.getName()))) {
            throw embedded(entity + "." + property.getName(), component);
        }
    }

    /** Makes the error for an embedded object that is annotated as a whole. */
    static IdgenConfigurationException embedded(String path, Component component) {
        return new IdgenConfigurationException(
                path,
                component.getComponentClassName(),
                "this is embedded, and a generated value fills one column; annotate the component inside the @Embeddable");
    }

    /** Refuses {@code @SegmentId} on attributes that are not the id; a part of an id is refused by its generator. */
    private static void refuseSegments(String owner, @Nullable Class<?> type, List<Property> properties) {
        Set<String> annotated = annotated(type, SegmentedGenerator.class);
        for (Property property : properties) {
            String path = owner + "." + property.getName();
            if (property.getValue() instanceof Component component) {
                if (!property.isSynthetic() && !component.isDynamic()) {
                    refuseSegments(path, component.getComponentClass(), component.getProperties());
                }
            } else if (annotated.contains(property.getName())) {
                throw new IdgenConfigurationException(
                        path,
                        property.getReturnedClassName(),
                        "@SegmentId is for an entity's @Id, and Hibernate generates nothing for it here; use @SnowflakeId or"
                                + " @CombGuid, or remove it");
            }
        }
    }

    /** Returns the attributes whose field or getter has an annotation with a generator of ours. */
    private static Set<String> annotated(@Nullable Class<?> owner, Class<?> generator) {
        Set<String> names = new HashSet<>();
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (isAnnotated(field, generator)) {
                    names.add(field.getName());
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.getParameterCount() == 0
                        && method.getName().startsWith("get")
                        && isAnnotated(method, generator)) {
                    names.add(MappedAttribute.name(method));
                }
            }
        }
        return names;
    }

    private static boolean isAnnotated(AnnotatedElement member, Class<?> generator) {
        for (Annotation annotation : member.getAnnotations()) {
            IdGeneratorType type = annotation.annotationType().getAnnotation(IdGeneratorType.class);
            if (type != null && generator.isAssignableFrom(type.value())) {
                return true;
            }
        }
        return false;
    }
}
