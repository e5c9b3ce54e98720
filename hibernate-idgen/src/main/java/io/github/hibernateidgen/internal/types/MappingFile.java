package io.github.hibernateidgen.internal.types;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names of classes from a mapping file, {@code orm.xml}, that Hibernate has parsed. Calls methods by name, because
 * Hibernate 7 moved the parsed classes to another package.
 */
final class MappingFile {

    private MappingFile() {}

    /** Adds the names of the entities, mapped superclasses and embeddables of a file. */
    static void addClasses(Object root, Set<String> names) {
        addClasses(root, call(root, "getEntities"), names);
        addClasses(root, call(root, "getMappedSuperclasses"), names);
        addClasses(root, call(root, "getEmbeddables"), names);
    }

    private static void addClasses(Object root, @Nullable Object types, Set<String> names) {
        if (types instanceof List<?> known) {
            Object folder = call(root, "getPackage");
            for (Object type : known) {
                if (call(type, "getClazz") instanceof String name && !name.isEmpty()) {
                    names.add(folder == null || name.indexOf('.') >= 0 ? name : folder + "." + name);
                }
            }
        }
    }

    /** Returns the result of a method; null if the object has no such method, as in a file of type {@code hbm.xml}. */
    private static @Nullable Object call(Object target, String name) {
        try {
            Method method = target.getClass().getMethod(name);
            return method.invoke(target);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
