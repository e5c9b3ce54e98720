package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.text.Lazy;
import io.github.hibernateidgen.internal.types.IdClass;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds the text form of ids in all session factories of an application, including factories that are opened later.
 * Typed ids are found by their class, other values by their annotation. The modules for JSON and the converters of
 * parameters read and write ids with this class.
 *
 * <p>Thread-safe.
 */
public final class IdTexts {

    /** The annotations that give values a text form. */
    public static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(SnowflakeId.class, CombGuid.class, SegmentId.class);

    private final Predicate<Class<?>> mayBeTyped;
    private final Supplier<? extends Collection<Idgen>> factories;
    private final Supplier<AnnotatedTexts> annotated;

    /**
     * The text form of each class that was looked up. The keys are weak, so that a class that is not an id can be
     * unloaded with its class loader before the application ends. The text form of a typed id refers to its class, which
     * the session factories keep in memory anyway.
     */
    private final Map<Class<?>, Optional<IdText>> found = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Finds texts in session factories.
     *
     * @param factories supplies the session factories; called at the first lookup of each class that may be a typed id,
     *     and at each lookup by annotation
     */
    public IdTexts(Supplier<? extends Collection<Idgen>> factories) {
        this(factories, List::of, Map::of);
    }

    /**
     * Finds texts in an application that may have no session factory, such as the test of a web layer. Without a session
     * factory, prefix and form come from the annotations at the attributes of the entities.
     *
     * @param factories supplies the session factories; called at the first lookup of each class that may be a typed id,
     *     and at each lookup by annotation
     * @param entities supplies the entities; called at the first lookup without a session factory, and its result is kept
     * @param settings supplies the settings, by the names of {@link io.github.hibernateidgen.config.IdgenSettings};
     *     called only for the keys of sealed ids and the layouts of readable ids
     */
    public IdTexts(
            Supplier<? extends Collection<Idgen>> factories,
            Supplier<? extends Collection<Class<?>>> entities,
            Supplier<Map<String, Object>> settings) {
        this(IdClass::isTypedId, factories, () -> new AnnotatedTexts(entities.get(), settings));
    }

    /**
     * Finds texts in an application in which the typed ids are known before the session factories are open.
     *
     * @param mayBeTyped returns whether a class may be a typed id; for other classes the factories are not queried
     * @param factories supplies the session factories; called at the first lookup of each class that may be a typed id,
     *     and at each lookup by annotation
     */
    public IdTexts(Predicate<Class<?>> mayBeTyped, Supplier<? extends Collection<Idgen>> factories) {
        this(mayBeTyped, factories, () -> new AnnotatedTexts(List.of(), Map::of));
    }

    private IdTexts(
            Predicate<Class<?>> mayBeTyped,
            Supplier<? extends Collection<Idgen>> factories,
            Supplier<AnnotatedTexts> annotated) {
        this.mayBeTyped = mayBeTyped;
        this.factories = factories;
        this.annotated = new Lazy<>(annotated);
    }

    /**
     * Returns whether a type holds Snowflake ids as numbers. JavaScript rounds such numbers.
     *
     * @param type the type
     * @return whether the type is {@code Long}, {@code long} or {@code BigInteger}
     */
    public static boolean isNumber(Class<?> type) {
        return AnnotatedValue.NUMBERS.contains(type);
    }

    /**
     * Returns whether a class may be a typed id, without a query of the session factories.
     *
     * @param type the class
     * @return whether {@link #find(Class)} queries the session factories for the text of the class
     */
    public boolean mayBeTyped(Class<?> type) {
        return mayBeTyped.test(type);
    }

    /**
     * Finds the text form of a typed id.
     *
     * @param type the class
     * @return the text; empty if the class is not a typed id of these session factories
     * @throws IllegalStateException if two session factories write the class differently
     */
    public Optional<IdText> find(Class<?> type) {
        Optional<IdText> known = found.get(type);
        if (known == null) {
            known = mayBeTyped(type)
                    ? ask(type)
                    : Optional.empty(); // No lock is held here, because ask() may open a session factory.
            found.put(type, known);
        }
        return known;
    }

    private Optional<IdText> ask(Class<?> type) {
        Collection<Idgen> all = factories.get();
        List<IdText> known = all.isEmpty()
                ? annotated.get().typed()
                : all.stream().flatMap(idgen -> idgen.idTexts().stream()).toList();
        List<IdText> texts = known.stream().filter(text -> text.type() == type).toList();
        for (IdText other : texts) {
            if (!other.agreesWith(texts.get(0))) {
                throw new IllegalStateException(texts.get(0) + ", but " + other + ", and both are of " + type.getName()
                        + "; give each of the two attributes a separate class");
            }
        }
        return texts.stream().findFirst();
    }

    /**
     * Finds the text of a value by its annotation.
     *
     * @param name the annotated element's name, for messages
     * @param type the type of the value
     * @param annotation a {@link SnowflakeId}, a {@link CombGuid} or a {@link SegmentId}; other annotations have no
     *     text
     * @return the text form of {@link Idgen#idText(String, Class, Annotation)} in the first session factory that has
     *     it; without a session factory, the text form that the annotation asks for
     */
    public Optional<IdText> find(String name, Class<?> type, Annotation annotation) {
        Collection<Idgen> all = factories.get();
        return all.isEmpty()
                ? annotated.get().find(name, type, annotation)
                : all.stream()
                        .flatMap(idgen -> idgen.idText(name, type, annotation).stream())
                        .findFirst();
    }

    /**
     * Finds the text of a value by its annotation, before the session factories are open. The key of a sealed text is
     * looked up when the supplier is first called.
     *
     * @param name the annotated element's name, for messages
     * @param type the type of the value
     * @param annotation a {@link SnowflakeId}, a {@link CombGuid} or a {@link SegmentId}; other annotations have no
     *     text
     * @return the supplier of the text. If the text is not sealed, the result is empty whenever {@link IdText#of} returns
     *     an empty result. For a typed id, the result is always empty, because the class of a typed id determines its text.
     *     The supplier throws {@link IllegalStateException} if {@link #find(String, Class, Annotation)} finds no text
     */
    public Optional<Supplier<IdText>> findLater(String name, Class<?> type, Annotation annotation) {
        AnnotatedValue value = AnnotatedValue.of(type, annotation);
        if (value == null || !value.sealed()) {
            return IdText.of(name, type, annotation).map(text -> () -> text);
        }
        if (find(type).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Lazy<>(
                () -> find(name, type, annotation).orElseThrow(() -> unknown(name, type, value.prefix()))));
    }

    private static IllegalStateException unknown(String name, Class<?> type, String prefix) {
        return new IllegalStateException("text of [" + name + "] of type " + type.getName() + " is sealed with prefix ["
                + prefix + "], but no known entity has an attribute with such a text; give the entity's attribute the"
                + " same annotation, and give the module the Idgen of that entity");
    }
}
