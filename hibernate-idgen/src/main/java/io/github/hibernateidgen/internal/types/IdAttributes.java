package io.github.hibernateidgen.internal.types;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.hibernate.annotations.AttributeBinderType;

/**
 * Finds attributes with an annotation of this library in classes, without a mapping. It leaves out attributes that can't be
 * typed ids.
 */
public final class IdAttributes {

    private final Map<Class<?>, Found> found = new LinkedHashMap<>();
    private final Set<Class<?>> seen = new HashSet<>();

    private IdAttributes() {}

    /** An attribute, such as {@code Order.id}, and its annotation of this library. */
    public record Found(String path, Annotation annotation) {}

    /** Finds the typed ids of entities, with an attribute for each typed id. */
    public static Map<IdClass, Found> idClasses(Collection<Class<?>> entities) {
        Map<IdClass, Found> idClasses = new LinkedHashMap<>();
        find(entities).forEach((type, found) -> {
            if (IdClass.isTypedId(type)) {
                idClasses.put(IdClass.of(type), found);
            }
        });
        return idClasses;
    }

    /**
     * Finds attributes of classes, of their superclasses and of the embeddables that they contain.
     *
     * @return for each type, the first attribute with this type
     */
    static Map<Class<?>, Found> find(Collection<Class<?>> owners) {
        IdAttributes attributes = new IdAttributes();
        owners.forEach(attributes::visit);
        return attributes.found;
    }

    private void visit(Class<?> owner) {
        if (!seen.add(owner)) {
            return;
        }
        for (Class<?> type = owner; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                visit(owner, field, IdClass.resolve(field.getGenericType(), owner), field.getName());
            }
            for (Method method : type.getDeclaredMethods()) {
                String name = method.getName();
                if (method.getParameterCount() == 0 && (name.startsWith("get") || name.startsWith("is"))) {
                    visit(owner, method, IdClass.resolve(method.getGenericReturnType(), owner), attribute(name));
                }
            }
        }
    }

    /** Derives an attribute's name from its getter. */
    public static String attribute(String getter) {
        return Introspector.decapitalize(getter.substring(getter.startsWith("is") ? 2 : 3));
    }

    private void visit(Class<?> owner, AnnotatedElement member, Class<?> type, String name) {
        if (!IdClass.mayBeTypedId(type)) {
            return; // Most attributes are skipped here, so Java need not read their annotations.
        }
        if (type.isAnnotationPresent(Embeddable.class)
                || member.isAnnotationPresent(Embedded.class)
                || member.isAnnotationPresent(EmbeddedId.class)) {
            visit(type);
            return;
        }
        for (Annotation annotation : member.getAnnotations()) {
            AttributeBinderType binder = annotation.annotationType().getAnnotation(AttributeBinderType.class);
            if (binder != null && binder.binder() == IdTypeBinder.class) {
                Entity entity = owner.getAnnotation(Entity.class);
                boolean isNamed = entity != null && !entity.name().isEmpty();
                String path = (isNamed ? entity.name() : owner.getSimpleName()) + "." + name;
                found.putIfAbsent(type, new Found(path, annotation));
            }
        }
    }
}
