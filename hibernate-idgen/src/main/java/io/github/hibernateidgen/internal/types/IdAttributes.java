package io.github.hibernateidgen.internal.types;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.text.PublicId;
import io.github.hibernateidgen.text.PublicIds;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToOne;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the typed ids of classes, without a mapping: classes with a {@link PublicId} at any attribute, and other classes at
 * attributes with the annotation of a generator. It leaves out classes that can't be typed ids.
 */
final class IdAttributes {

    private final Map<Class<?>, String> found = new LinkedHashMap<>();
    private final Set<Class<?>> seen = new HashSet<>();

    private IdAttributes() {}

    /**
     * Finds attributes of classes, of their superclasses, of their id classes and of the embeddables that they contain.
     *
     * @return for each type, the path of the first attribute with this type, such as {@code Order.id}
     */
    static Map<Class<?>, String> find(Collection<Class<?>> owners) {
        IdAttributes attributes = new IdAttributes();
        owners.forEach(attributes::visit);
        return attributes.found;
    }

    private void visit(Class<?> owner) {
        if (!seen.add(owner)) {
            return;
        }
        jakarta.persistence.IdClass idClass = owner.getAnnotation(jakarta.persistence.IdClass.class);
        if (idClass != null) {
            visit(idClass.value());
        }
        for (Class<?> type = owner; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                visit(owner, field, field.getGenericType(), field.getName());
            }
            for (Method method : type.getDeclaredMethods()) {
                String name = method.getName();
                if (method.getParameterCount() == 0 && (name.startsWith("get") || name.startsWith("is"))) {
                    visit(owner, method, method.getGenericReturnType(), IdTypes.attribute(method));
                }
            }
        }
    }

    private void visit(Class<?> owner, AnnotatedElement member, Type declared, String name) {
        if (declared instanceof ParameterizedType collection) {
            for (Type part : collection.getActualTypeArguments()) { // of the elements, keys and values of a collection
                visitPart(owner, IdClass.resolve(part, owner), name);
            }
        }
        Class<?> type = IdClass.resolve(declared, owner);
        if (!visitPart(owner, type, name) && IdClass.mayBeTypedId(type)) {
            // Most attributes are skipped before this, so Java need not read their annotations.
            if (member.isAnnotationPresent(Embedded.class) || member.isAnnotationPresent(EmbeddedId.class)) {
                visit(type);
            } else if (isGenerated(member)) {
                found.putIfAbsent(type, path(owner, name));
            }
        }
    }

    /** Visits a type whose class shows that it is a typed id or an embeddable. Returns whether it does. */
    private boolean visitPart(Class<?> owner, Class<?> type, String name) {
        if (PublicIds.isPublicId(type)) {
            found.putIfAbsent(type, path(owner, name));
            return true;
        }
        if (type.isAnnotationPresent(Embeddable.class)) {
            visit(type);
            return true;
        }
        return false;
    }

    private static String path(Class<?> owner, String attribute) {
        Entity entity = owner.getAnnotation(Entity.class);
        boolean isNamed = entity != null && !entity.name().isEmpty();
        return (isNamed ? entity.name() : owner.getSimpleName()) + "." + attribute;
    }

    private static boolean isGenerated(AnnotatedElement member) {
        return Stream.of(member.getAnnotations()).anyMatch(IdTypeBinder::checks)
                && !member.isAnnotationPresent(ManyToOne.class) // IdTypeBinder rejects an association.
                && !member.isAnnotationPresent(OneToOne.class);
    }
}
