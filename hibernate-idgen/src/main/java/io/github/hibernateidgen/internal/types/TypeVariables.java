package io.github.hibernateidgen.internal.types;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the type variables of superclasses. */
final class TypeVariables {

    private TypeVariables() {}

    /**
     * Finds the class of a member.
     *
     * @return the class; for a variable that stays open, the class of its bound
     */
    static Class<?> resolve(Type declared, Class<?> owner) {
        Map<TypeVariable<?>, Type> known = new HashMap<>();
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            if (type.getGenericSuperclass() instanceof ParameterizedType parent) {
                TypeVariable<?>[] variables = type.getSuperclass().getTypeParameters();
                for (int i = 0; i < variables.length; i++) {
                    known.put(variables[i], parent.getActualTypeArguments()[i]);
                }
            }
        }
        return erasure(declared, known);
    }

    private static Class<?> erasure(@Nullable Type type, Map<TypeVariable<?>, Type> known) {
        if (type instanceof Class<?> found) {
            return found;
        }
        if (type instanceof ParameterizedType parameterized) {
            return erasure(parameterized.getRawType(), known);
        }
        if (type instanceof TypeVariable<?> variable) {
            Type stands = known.get(variable);
            return erasure(stands == null ? variable.getBounds()[0] : stands, known);
        }
        return Object.class; // a wildcard or a generic array
    }
}
