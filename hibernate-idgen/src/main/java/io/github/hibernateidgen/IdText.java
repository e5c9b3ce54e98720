package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.factory.ValueText;
import io.github.hibernateidgen.internal.mapping.ValueTexts;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.seal.UnknownKeyException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes and reads the ids of one attribute as text outside of the database: in JSON, in addresses, in logs. The text is
 * the prefix of the annotation, if there is one, and then the number or the GUID: {@code ord_0AKSEGW30SC00}. Get it from
 * {@link Idgen#idText}.
 *
 * <p>Immutable and thread-safe. Neither way sends SQL.
 */
public final class IdText {

    private final String path;
    private final ValueText text;

    IdText(String path, ValueText text) {
        this.path = path;
        this.text = text;
    }

    /**
     * Finds the text of values of which only the annotation is known, such as a component of a record that is sent instead
     * of the entity.
     *
     * @param name the attribute's name, for messages
     * @param type what it holds
     * @param annotation its annotation
     * @return the text; none without a prefix, for other types than {@code Long}, {@code long} and {@code BigInteger}, and for
     *     the form {@code READABLE}, which needs the layout
     * @throws IllegalArgumentException if it is sealed, which takes a key: {@link Idgen#idText(String, Class, SnowflakeId)}
     */
    public static Optional<IdText> of(String name, Class<?> type, SnowflakeId annotation) {
        requirePlain(name, annotation.sealed());
        return annotation.prefix().isEmpty()
                ? Optional.empty()
                : ValueTexts.snowflakes(type, annotation.prefix(), annotation.text())
                        .map(text -> new IdText(name, text));
    }

    /**
     * Finds how values of an attribute are written of which the annotation alone is known.
     *
     * @param name the attribute's name, for messages
     * @param type what it holds
     * @param annotation its annotation
     * @return the text; none without a prefix or another text than {@link GuidNotation#UUID}, and for other types than
     *     {@code UUID}
     * @throws IllegalArgumentException if it is sealed, which takes a key: {@link Idgen#idText(String, Class, CombGuid)}
     */
    public static Optional<IdText> of(String name, Class<?> type, CombGuid annotation) {
        requirePlain(name, annotation.sealed());
        return annotation.prefix().isEmpty() && annotation.text() == GuidNotation.UUID
                ? Optional.empty()
                : ValueTexts.guids(type, annotation.prefix(), annotation.text()).map(text -> new IdText(name, text));
    }

    /**
     * Finds how values of an attribute are written of which the annotation alone is known.
     *
     * @param name the attribute's name, for messages
     * @param type what it holds
     * @param annotation its annotation
     * @return the text; none without a prefix, and for other types than {@code Long}, {@code long}, {@code Integer}, {@code int}
     *     and {@code BigInteger}
     * @throws IllegalArgumentException if it is sealed, which takes a key: {@link Idgen#idText(String, Class, SegmentId)}
     */
    public static Optional<IdText> of(String name, Class<?> type, SegmentId annotation) {
        requirePlain(name, annotation.sealed());
        return annotation.prefix().isEmpty()
                ? Optional.empty()
                : ValueTexts.segments(type, annotation.prefix()).map(text -> new IdText(name, text));
    }

    private static void requirePlain(String name, boolean sealed) {
        if (sealed) {
            throw new IllegalArgumentException(
                    "text of [" + name + "] is sealed, which takes a key; ask Idgen.idText for it");
        }
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return path;
    }

    /** {@return the type of the ids: a typed id, or the attribute's type} */
    public Class<?> type() {
        return text.type();
    }

    /** {@return the prefix of each id, or an empty text} */
    public String prefix() {
        return text.prefix();
    }

    /** {@return whether the text is sealed, so that it reveals nothing about the id} */
    public boolean isSealed() {
        return text.seal() != null;
    }

    /** {@return the form of a text, in words} */
    public String expected() {
        return text.expected();
    }

    /**
     * Returns a regular expression for documents such as OpenAPI. Text of other forms may be read, too, such as in lower case.
     *
     * @return what each text that is written matches as a whole, from {@code ^} to {@code $}, in the syntax that Java and
     *     ECMA-262 share
     */
    public String pattern() {
        return text.pattern();
    }

    /** {@return a text of this form, for documents; of some id, and if it is sealed, of none} */
    public String example() {
        return text.prefix() + text.rule().example();
    }

    /**
     * Tells whether another attribute's values are written in the same way.
     *
     * @param other how those are written
     * @return whether prefix and form are the same
     */
    public boolean agreesWith(IdText other) {
        return text.written().equals(other.text.written());
    }

    /**
     * Writes an id.
     *
     * @param id the id, of {@link #type()}, or a value class of Kotlin that is of this type on the JVM
     * @return the text; {@link #read} turns it into the id again
     * @throws IllegalArgumentException if the id is of another type, or none that can be written in this form, such as a
     *     negative one with a prefix
     */
    public String write(Object id) {
        Object value = isOfType(id) ? id : IdClass.unboxed(id);
        if (!isOfType(value)) {
            throw new IllegalArgumentException("[" + id + "] of "
                    + id.getClass().getName() + " is no id of " + path + ", which holds " + type().getName());
        }
        return text.prefix() + text.writing().apply(value);
    }

    private boolean isOfType(Object id) {
        Class<?> type = type();
        return type == long.class
                ? id instanceof Long
                : type == int.class ? id instanceof Integer : type.isInstance(id);
    }

    /**
     * Reads an id.
     *
     * @param given the text
     * @return the id, of {@link #type()}
     * @throws IdTextException if the text is of no such id: without the prefix, or not of the form
     */
    public Object read(String given) {
        boolean hasPrefix = given.startsWith(text.prefix());
        Function<String, Object> reading = hasPrefix ? text.reading() : text.unprefixed();
        if (reading == null) {
            throw refused(given, ", which all begin with [" + text.prefix() + "]");
        }
        try {
            return reading.apply(hasPrefix ? given.substring(text.prefix().length()) : given);
        } catch (UnknownKeyException e) {
            throw refused(given, ", since its key [" + e.key() + "] is not set");
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw refused(given, "");
        }
    }

    private IdTextException refused(String given, String problem) {
        return new IdTextException(path, given, expected(), problem);
    }

    @Override
    public String toString() {
        return "text of " + path + ": " + text.written();
    }
}
