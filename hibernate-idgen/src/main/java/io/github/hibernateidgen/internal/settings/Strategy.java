package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.boot.registry.classloading.spi.ClassLoadingException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The value of a setting that is not a word of the setting's range: an object of an accepted type, or a class. An instance
 * of the class has an accepted type, or supplies an object of an accepted type.
 *
 * @param key the setting
 * @param types the accepted types of the object
 * @param given the object, or the class
 */
public record Strategy(String key, List<Class<?>> types, Object given) {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen");

    /**
     * An object, and the action that closes it if this class has made the object.
     *
     * @param object has at least one of the accepted types
     */
    public record Made(Object object, Runnable close) {}

    /**
     * Reads a value that is not a word of the setting's range.
     *
     * @param classes finds a class by its name, as Hibernate does
     * @throws IdgenConfigurationException if the value has none of the types, and is not a suitable class that can be
     *     instantiated
     */
    static Strategy read(Setting setting, Object given, Function<String, Class<?>> classes, List<Class<?>> types) {
        Object object = given;
        LinkageError unloadable = null;
        if (given instanceof String name) {
            try {
                object = classes.apply(name);
            } catch (ClassLoadingException e) {
                // The exception is dropped: its message contains the value, which may be an address with a password.
                unloadable = e.getCause() instanceof LinkageError cause ? cause : null;
            }
        }
        Strategy strategy = new Strategy(setting.key(), types, object);
        if (object instanceof Class<?> type) {
            strategy.constructor(type);
        } else if (!strategy.isInstance(object)) {
            throw Setting.invalid(
                    setting.key(),
                    given,
                    "use " + setting.range() + ", an object of type " + strategy.typeNames()
                            + ", or the name of a class that implements or supplies it",
                    "",
                    unloadable);
        }
        return strategy;
    }

    /** Returns the object. If a class is given, each call makes a new object. */
    public Made make() {
        if (!(given instanceof Class<?> type)) {
            return new Made(given, () -> {});
        }
        Object instance = instance(type);
        if (isInstance(instance)) {
            return new Made(instance, () -> close(instance));
        }
        Object supplied;
        try {
            supplied = ((Supplier<?>) instance).get();
        } catch (RuntimeException | LinkageError e) {
            close(instance);
            throw failed(type, e);
        }
        if (!isInstance(supplied)) {
            close(instance);
            throw invalid(type, "it supplied [" + supplied + "]", "supply an object of type " + typeNames(), null);
        }
        return new Made(supplied, () -> {
            close(supplied);
            close(instance);
        });
    }

    private Object instance(Class<?> type) {
        try {
            return constructor(type).newInstance();
        } catch (InvocationTargetException e) {
            throw failed(type, e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw failed(type, e);
        }
    }

    private Constructor<?> constructor(Class<?> type) {
        boolean fits =
                Supplier.class.isAssignableFrom(type) || types.stream().anyMatch(one -> one.isAssignableFrom(type));
        if (!fits) {
            throw invalid(
                    type,
                    "the class neither implements " + typeNames() + " nor is a Supplier that returns it",
                    "",
                    null);
        }
        try {
            Constructor<?> constructor = type.getConstructor();
            if (Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())) {
                return constructor;
            }
        } catch (NoSuchMethodException e) {
            // The class is rejected below, like all unusable classes.
        } catch (LinkageError e) {
            throw failed(type, e);
        }
        throw invalid(type, "make it a public class with a public constructor without arguments", "", null);
    }

    private IdgenConfigurationException failed(Class<?> type, Throwable cause) {
        return invalid(type, "no object can be made from this class: " + cause, "", cause);
    }

    private IdgenConfigurationException invalid(Class<?> type, String rule, String remedy, @Nullable Throwable cause) {
        return new IdgenConfigurationException(key, type.getName(), rule, remedy, cause);
    }

    private boolean isInstance(Object object) {
        return types.stream().anyMatch(type -> type.isInstance(object));
    }

    private String typeNames() {
        return types.stream().map(Class::getName).collect(Collectors.joining(" or "));
    }

    /** Closes an object. A failure is logged and not thrown, because the session factory must still close. */
    private static void close(Object made) {
        if (made instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warnf(e, "[%s] could not be closed", made.getClass().getName());
            }
        }
    }
}
