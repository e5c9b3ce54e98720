package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The class of a typed id: a record or another class with one component. An id is read through its field and made by its
 * constructor, even if they are private, as in a Kotlin value class.
 *
 * <p>Immutable and thread-safe.
 *
 * @param component the type of the component
 * @param field the field that holds the component
 * @param constructor the constructor that takes the component
 */
public record IdClass(Class<?> type, Class<?> component, Field field, Constructor<?> constructor) {

    private static final String RULE = "a typed id has one component, such as record OrderId(long value)";

    /**
     * Finds the field and the constructor of a class.
     *
     * @throws IllegalArgumentException if the class does not have a single component and a constructor that takes the
     *     component. The message continues a sentence that starts with the class's name
     */
    public static IdClass of(Class<?> type) {
        if (type.isInterface() || type.isEnum() || Modifier.isAbstract(type.getModifiers())) {
            throw new WrongArgumentException("can't be instantiated", RULE);
        }
        List<Field> fields = fields(type);
        if (fields.size() != 1) {
            throw new WrongArgumentException(
                    fields.isEmpty()
                            ? "has no component"
                            : "has components "
                                    + fields.stream().map(Field::getName).collect(Collectors.joining(" and ")),
                    RULE + ", and a composite id is an @Embeddable");
        }
        Field field = fields.get(0);
        Class<?> component = resolve(field.getGenericType(), type);
        Constructor<?> constructor = constructor(type, component);
        if (constructor == null) {
            throw new WrongArgumentException(
                    "has no constructor that takes its component alone",
                    "add " + type.getSimpleName() + "(" + component.getSimpleName() + " " + field.getName() + ")");
        }
        try {
            field.setAccessible(true);
            constructor.setAccessible(true);
        } catch (RuntimeException e) {
            throw new WrongArgumentException(
                    "is closed to reflection: " + e.getMessage(),
                    "open its package to io.github.hibernateidgen.text",
                    e);
        }
        return new IdClass(type, component, field, constructor);
    }

    /**
     * Finds the field and the constructor of a class.
     *
     * @throws IllegalArgumentException as {@link #of}, with the class's name
     */
    public static IdClass require(Class<?> type) {
        try {
            return of(type);
        } catch (IllegalArgumentException e) {
            throw new WrongArgumentException(
                    "class " + type.getName() + " " + Explained.rule(e), Explained.remedy(e), e);
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers) && !field.isSynthetic()) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static @Nullable Constructor<?> constructor(Class<?> type, Class<?> component) {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1
                    && boxed(resolve(constructor.getGenericParameterTypes()[0], type))
                            .equals(boxed(component))) {
                return constructor;
            }
        }
        return null;
    }

    /**
     * Finds the class of a member, and resolves the type variables of superclasses.
     *
     * @return the class; for a type variable that can't be resolved, the class of its bound
     */
    public static Class<?> resolve(Type declared, Class<?> owner) {
        if (declared instanceof Class<?> found) {
            return found;
        }
        if (declared instanceof ParameterizedType parameterized) {
            return resolve(parameterized.getRawType(), owner);
        }
        if (!(declared instanceof TypeVariable<?> variable)) {
            return Object.class; // a wildcard or a generic array
        }
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            if (type.getGenericSuperclass() instanceof ParameterizedType parent) {
                int index = List.of(type.getSuperclass().getTypeParameters()).indexOf(variable);
                if (index >= 0) {
                    return resolve(parent.getActualTypeArguments()[index], owner);
                }
            }
        }
        return resolve(variable.getBounds()[0], owner);
    }

    /**
     * Returns whether objects with equal components are equal: a record, or a class with its own {@code equals}. Two arrays
     * with the same bytes are not equal objects.
     */
    public boolean hasEquals() {
        try {
            return component != byte[].class
                    && (type.isRecord()
                            || type.getMethod("equals", Object.class).getDeclaringClass() != Object.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("each class has a method equals", e);
        }
    }

    /** Returns the wrapper class of {@code long} and {@code int}, and any other type as it is. */
    public static Class<?> boxed(Class<?> type) {
        return type == long.class ? Long.class : type == int.class ? Integer.class : type;
    }

    /** Returns whether a type may be a typed id: it is not a primitive type, an array, an enum or a class of the JDK. */
    public static boolean mayBeTypedId(Class<?> type) {
        return !type.isPrimitive()
                && !type.isArray()
                && !type.isEnum()
                && !type.getName().startsWith("java.");
    }

    /** Returns the typed id of a class; null if the class is no typed id. */
    public static @Nullable IdClass ofOrNull(Class<?> type) {
        try {
            return mayBeTypedId(type) ? of(type) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the component of a typed id; the given value if it is no typed id, or its component is null. */
    public static Object unwrapped(Object value) {
        IdClass idClass = ofOrNull(value.getClass());
        Object component = idClass == null ? null : idClass.unwrap(value);
        return component == null ? value : component;
    }

    /**
     * Unwraps an instance of a Kotlin value class. On the JVM, a field, getter or parameter of such a class holds only the
     * wrapped value. Jackson's module for Kotlin wraps the value again, so this library may get an instance.
     *
     * @return the component of the instance, or the given value if its class is no Kotlin value class
     */
    public static Object unboxed(Object value) {
        for (Annotation annotation : value.getClass().getAnnotations()) {
            if (annotation.annotationType().getName().equals("kotlin.jvm.JvmInline")) {
                return unwrapped(value);
            }
        }
        return value;
    }

    /** Returns whether a class has a single component and a constructor that takes it. */
    public static boolean isTypedId(Class<?> type) {
        return ofOrNull(type) != null;
    }

    /**
     * Makes an id.
     *
     * @throws IllegalStateException if the constructor throws, or if the id holds a different component than the given value:
     *     two values could then become the same id
     */
    public Object wrap(Object value) {
        Object id;
        try {
            id = constructor.newInstance(value);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    type.getName() + " can't be made from [" + shown(value) + "], because its constructor throws: "
                            + e.getTargetException(),
                    e.getTargetException());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " can't be instantiated; make it a record", e);
        }
        Object component = unwrap(id);
        if (!Objects.deepEquals(value, component)) {
            throw new IllegalStateException(type.getName() + " holds [" + shown(component) + "] where [" + shown(value)
                    + "] was given; let its constructor keep the value as it is");
        }
        return id;
    }

    private static String shown(@Nullable Object value) {
        return GivenText.shown(String.valueOf(value));
    }

    /** Returns the component of an id. */
    public @Nullable Object unwrap(Object id) {
        try {
            return field.get(id);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type.getName() + " can't be read", e);
        }
    }

    /** {@return the class and its component} */
    @Override
    public String toString() {
        return type.getName() + "(" + component.getTypeName() + ")";
    }
}
