package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.type.descriptor.java.SerializableJavaType;
import org.hibernate.type.descriptor.java.spi.JavaTypeRegistry;
import org.hibernate.type.descriptor.java.spi.UnknownBasicJavaType;

/** Finds attributes with our annotations in classes, and registers the types that Hibernate does not know. */
public final class IdAttributes {

    private final Predicate<Class<?>> isKnown;
    private final BiConsumer<Class<?>, String> found;
    private final Set<Class<?>> seen = new HashSet<>();

    private IdAttributes(Predicate<Class<?>> isKnown, BiConsumer<Class<?>, String> found) {
        this.isKnown = isKnown;
        this.found = found;
    }

    /** Finds the typed ids of an entity. */
    public static Set<IdClass> idClasses(Class<?> entity) {
        Set<IdClass> classes = new HashSet<>();
        new IdAttributes(type -> !IdClass.isOne(type), (type, path) -> classes.add(IdClass.of(type))).visit(entity);
        return classes;
    }

    /** Registers the typed ids in classes, in their superclasses and in the embeddables that they contain. */
    static void register(Iterable<Class<?>> owners, JavaTypeRegistry registry) {
        IdAttributes attributes =
                new IdAttributes(type -> isKnown(type, registry), (type, path) -> register(type, path, registry));
        for (Class<?> owner : owners) {
            attributes.visit(owner);
        }
    }

    private void visit(Class<?> owner) {
        if (!seen.add(owner)) {
            return;
        }
        for (Class<?> type = owner; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                visit(owner, field, field.getGenericType());
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.getParameterCount() == 0 && isGetter(method.getName())) {
                    visit(owner, method, method.getGenericReturnType());
                }
            }
        }
    }

    private static boolean isGetter(String name) {
        return name.startsWith("get") || name.startsWith("is");
    }

    private static String attribute(Member member) {
        return member instanceof Method ? attribute(member.getName()) : member.getName();
    }

    /** Derives an attribute's name from its getter. */
    public static String attribute(String getter) {
        return Introspector.decapitalize(getter.substring(getter.startsWith("is") ? 2 : 3));
    }

    private <M extends AccessibleObject & Member> void visit(Class<?> owner, M member, Type declared) {
        Class<?> type = TypeVariables.resolve(declared, owner);
        if (!IdClass.mayBe(type)) {
            return; // Most attributes end here, before Java reads their annotations.
        }
        if (type.isAnnotationPresent(Embeddable.class)
                || member.isAnnotationPresent(Embedded.class)
                || member.isAnnotationPresent(EmbeddedId.class)) {
            visit(type);
        } else if (isOurs(member) && !type.isAnnotationPresent(Entity.class) && !isKnown.test(type)) {
            found.accept(type, name(owner) + "." + attribute(member));
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

    private static boolean isKnown(Class<?> type, JavaTypeRegistry registry) {
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

    private static void register(Class<?> type, String path, JavaTypeRegistry registry) {
        IdClass idClass = idClass(type, path);
        if (!isKnown(idClass.component(), registry)) {
            throw new IdgenConfigurationException(
                    path,
                    idClass,
                    "a typed id has a Long, long, Integer, int, BigInteger, String, UUID or byte[] as its component,"
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
