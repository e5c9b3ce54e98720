package io.github.hibernateidgen.text;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.SealKeys;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads ids as their {@link PublicId} asks. The text depends on the annotation, the type of the id and, if it is
 * sealed, on the keys. The modules for JSON and the converters of parameters use this class.
 *
 * <p>Thread-safe.
 */
public final class PublicIds {

    private final Supplier<? extends @Nullable SealKeys> keys;
    private final BooleanSupplier acceptsPlain;
    private final Map<Class<?>, IdText> texts = new ConcurrentHashMap<>();
    private final Map<String, Seal> seals = new ConcurrentHashMap<>();

    /** The class of typed ids that is sealed with each prefix. */
    private final Map<String, Class<?>> sealed = new ConcurrentHashMap<>();

    /** Creates an object without keys: writing or reading sealed text throws {@link IllegalStateException}. */
    public PublicIds() {
        this(() -> null, () -> false);
    }

    /**
     * Creates an object with the keys of sealed text.
     *
     * @param keys the keys
     */
    public PublicIds(SealKeys keys) {
        this(() -> keys, () -> false);
    }

    /**
     * Creates an object whose keys are known later.
     *
     * @param keys supplies the keys, or null without keys; called at the first use of each prefix, perhaps by two threads at
     *     the same time
     * @param acceptsPlain whether plain text is also read where sealed text is expected, during a move to sealed text; called
     *     at the first use of each class or annotation
     */
    public PublicIds(Supplier<? extends @Nullable SealKeys> keys, BooleanSupplier acceptsPlain) {
        this.keys = keys;
        this.acceptsPlain = acceptsPlain;
    }

    /**
     * Returns whether a class has a {@link PublicId}, so that {@link #find(Class)} finds its text.
     *
     * @param type the class
     * @return whether the class has the annotation
     */
    public static boolean isPublicId(Class<?> type) {
        return type.isAnnotationPresent(PublicId.class);
    }

    /**
     * Returns whether a {@link PublicId} can give values of a type a text.
     *
     * @param type the type of an attribute, a component or a parameter
     * @return whether the type is a number, a {@code UUID}, a {@code String}, a {@code byte[]} or a typed id
     */
    public static boolean mayHaveText(Class<?> type) {
        return isPublicId(type) || Notation.isPlain(type) || IdClass.isTypedId(type);
    }

    /**
     * Finds the text form of a typed id.
     *
     * @param type the class
     * @return the text form; empty if the class has no {@link PublicId}
     * @throws IllegalArgumentException if the class or its annotation is not valid
     */
    public Optional<IdText> find(Class<?> type) {
        PublicId annotation = type.getAnnotation(PublicId.class);
        if (annotation == null) {
            return Optional.empty();
        }
        IdText known = texts.get(type);
        if (known == null) {
            known = new IdText(type.getSimpleName(), notation(type, annotation));
            texts.put(type, known); // Two threads may make the text; the two are equivalent.
        }
        return Optional.of(known);
    }

    /**
     * Finds the text form of a value that is no typed id, such as a {@code Long} of an entity or of a record that is sent
     * instead of the entity.
     *
     * @param name the annotated element's name, for messages
     * @param type the type of the value
     * @param annotation the annotation at the attribute, component or parameter
     * @return the text form; empty for a type that ids do not have. A class with a {@link PublicId} of its own has the text
     *     of its class
     * @throws IllegalArgumentException if the annotation is not valid for the type, or stands at a typed id instead of its
     *     class
     */
    public Optional<IdText> find(String name, Class<?> type, PublicId annotation) {
        if (isPublicId(type)) {
            return find(type);
        }
        if (Notation.isPlain(type)) {
            return Optional.of(new IdText(name, notation(type, annotation)));
        }
        if (mayHaveText(type)) {
            throw new WrongArgumentException(
                    "[" + name + "] is of the typed id " + type.getName()
                            + ", but @PublicId stands at the attribute, where other code that has such an id does not find it",
                    "annotate the class");
        }
        return Optional.empty();
    }

    /**
     * Writes a typed id as text: {@code write(order.id())}.
     *
     * @param id the id
     * @return the text
     * @throws IllegalArgumentException if the class of the id has no {@link PublicId}
     */
    public String write(Object id) {
        return require(id.getClass()).write(id);
    }

    /**
     * Reads a typed id: {@code read(OrderId.class, "ord_0AKSEGW30SC00")}.
     *
     * @param <T> the typed id
     * @param type the class of the typed id
     * @param text the text
     * @return the id
     * @throws IdTextException if the text is not such an id
     * @throws IllegalArgumentException if the class has no {@link PublicId}
     */
    public <T> T read(Class<T> type, String text) {
        return type.cast(require(type).read(text));
    }

    private IdText require(Class<?> type) {
        return find(type)
                .orElseThrow(() -> new WrongArgumentException(
                        type.getName() + " has no @PublicId, so its ids have no text", "annotate the class"));
    }

    private Notation notation(Class<?> type, PublicId annotation) {
        IdClass idClass = isPublicId(type) ? IdClass.require(type) : null;
        Class<?> component = idClass == null ? type : idClass.component();
        Notation notation = Notation.of(component, annotation.prefix(), annotation.sealed(), annotation.form());
        if (annotation.sealed()) {
            notation = notation.sealed(() -> seal(annotation.prefix(), idClass), acceptsPlain.getAsBoolean());
        }
        return idClass == null ? notation : notation.ofComponent(idClass);
    }

    private Seal seal(String prefix, @Nullable IdClass idClass) {
        if (idClass != null) {
            Class<?> other = sealed.putIfAbsent(prefix, idClass.type());
            if (other != null && other != idClass.type()) {
                throw new IllegalStateException(idClass.type().getName() + " and " + other.getName()
                        + " are sealed with prefix [" + prefix
                        + "], so the text of each would open as an id of the other;"
                        + " give each class a different prefix");
            }
        }
        Seal known = seals.get(prefix);
        if (known == null) {
            SealKeys found = keys.get(); // No lock is held here, because a key may come from a key management service.
            if (found == null) {
                throw new IllegalStateException(
                        "text with prefix [" + prefix + "] is sealed, but no key is set; give PublicIds the SealKeys");
            }
            known = new Seal(found, prefix);
            seals.put(prefix, known);
        }
        return known;
    }
}
