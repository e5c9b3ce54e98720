package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.boot.Metadata;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.jspecify.annotations.Nullable;

/** Refuses our annotations on an embedded object as a whole: most versions of Hibernate ignore them without a message. */
final class EmbeddedCheck {

    private EmbeddedCheck() {}

    static void run(Metadata metadata) {
        for (PersistentClass entity : metadata.getEntityBindings()) {
            List<Property> properties = new ArrayList<>(entity.getProperties());
            if (entity.getIdentifierProperty() != null) {
                properties.add(entity.getIdentifierProperty());
            }
            for (Property property : properties) {
                if (property.getValue() instanceof Component component
                        && isGenerated(entity.getMappedClass(), property.getName())) {
                    throw error(entity.getJpaEntityName() + "." + property.getName(), component);
                }
            }
        }
    }

    /**
     * Makes the error.
     *
     * @param path the entity and the attribute
     * @param component the embedded object
     */
    static IdgenConfigurationException error(String path, Component component) {
        return new IdgenConfigurationException(
                path,
                component.getComponentClassName(),
                "this is embedded, and a generated value fills one column; annotate the component inside the @Embeddable");
    }

    private static boolean isGenerated(@Nullable Class<?> entity, String attribute) {
        for (Class<?> type = entity; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(attribute) && isAnnotated(field)) {
                    return true;
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.getParameterCount() == 0
                        && method.getName().startsWith("get")
                        && MappedAttribute.name(method).equals(attribute)
                        && isAnnotated(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAnnotated(AnnotatedElement member) {
        for (Annotation annotation : member.getAnnotations()) {
            IdGeneratorType type = annotation.annotationType().getAnnotation(IdGeneratorType.class);
            if (type != null
                    && (AttributeGenerator.class.isAssignableFrom(type.value())
                            || SegmentedGenerator.class.isAssignableFrom(type.value()))) {
                return true;
            }
        }
        return false;
    }
}
