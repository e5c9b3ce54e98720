package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.JavaType;
import org.hibernate.type.descriptor.java.SerializableJavaType;
import org.hibernate.type.descriptor.java.spi.JavaTypeRegistry;
import org.hibernate.type.descriptor.java.spi.UnknownBasicJavaType;

/** Looks for attributes with our annotations in classes, and registers the types that Hibernate does not know. */
final class IdAttributes {

    /** With these the application maps the class in its own way. */
    private static final List<Class<? extends Annotation>> OWN_MAPPINGS =
            List.of(Convert.class, JavaType.class, org.hibernate.annotations.Type.class);

    private final JavaTypeRegistry registry;
    private final Set<Class<?>> seen = new HashSet<>();

    IdAttributes(JavaTypeRegistry registry) {
        this.registry = registry;
    }

    /** Registers what the attributes of a class need, of its superclasses, and of what is embedded in them. */
    void register(Class<?> owner) {
        if (!seen.add(owner)) {
            return;
        }
        for (Class<?> type = owner; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                register(owner, field, field.getName(), field.getGenericType());
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.getParameterCount() == 0 && isGetter(method.getName())) {
                    register(owner, method, attribute(method.getName()), method.getGenericReturnType());
                }
            }
        }
    }

    private static boolean isGetter(String name) {
        return name.startsWith("get") || name.startsWith("is");
    }

    private static String attribute(String getter) {
        return Introspector.decapitalize(getter.substring(getter.startsWith("is") ? 2 : 3));
    }

    private void register(Class<?> owner, AccessibleObject member, String attribute, Type declared) {
        Class<?> type = TypeVariables.resolve(declared, owner);
        if (type.isAnnotationPresent(Embeddable.class)
                || member.isAnnotationPresent(Embedded.class)
                || member.isAnnotationPresent(EmbeddedId.class)) {
            register(type);
        } else if (isOurs(member)
                && !type.isAnnotationPresent(Entity.class)
                && OWN_MAPPINGS.stream().noneMatch(member::isAnnotationPresent)
                && IdClass.mayBe(type)
                && !isKnown(type)) {
            register(type, name(owner) + "." + attribute);
        }
    }

    private static boolean isOurs(AnnotatedElement member) {
        for (Annotation annotation : member.getAnnotations()) {
            AttributeBinderType binder = annotation.annotationType().getAnnotation(AttributeBinderType.class);
            if (binder != null && binder.binder() == IdTypeBinder.class) {
                return true;
            }
        }
        return false;
    }

    private boolean isKnown(Class<?> type) {
        Object known = registry.findDescriptor((Type) type);
        return type.isPrimitive()
                || (known != null
                        && !(known instanceof SerializableJavaType<?>)
                        && !(known instanceof UnknownBasicJavaType<?>));
    }

    private static String name(Class<?> owner) {
        Entity entity = owner.getAnnotation(Entity.class);
        return entity == null || entity.name().isEmpty() ? owner.getSimpleName() : entity.name();
    }

    private void register(Class<?> type, String path) {
        IdClass idClass = idClass(type, path);
        if (!isKnown(idClass.component())) {
            throw new IdgenConfigurationException(
                    path,
                    idClass,
                    "a class of ids has a Long, long, Integer, int, BigInteger, String, UUID or byte[] as its component,"
                            + " as far as the annotation takes it; change the component's type");
        }
        registry.addDescriptor(IdJavaType.of(idClass, registry.resolveDescriptor((Type) idClass.component())));
    }

    private static IdClass idClass(Class<?> type, String path) {
        try {
            return IdClass.of(type);
        } catch (IllegalArgumentException e) {
            throw new IdgenConfigurationException(path, type.getName(), "the class " + e.getMessage(), e);
        }
    }
}
