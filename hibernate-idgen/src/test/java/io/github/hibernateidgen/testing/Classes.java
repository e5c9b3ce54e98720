package io.github.hibernateidgen.testing;

import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;

/** Finds classes as Hibernate does. */
public final class Classes {

    private Classes() {}

    /**
     * Returns a class.
     *
     * @throws ClassLoadingException if there is none of that name
     */
    public static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new ClassLoadingException(name, e);
        }
    }
}
