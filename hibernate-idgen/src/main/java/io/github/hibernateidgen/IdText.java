package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.seal.UnknownKeyException;
import java.lang.annotation.Annotation;
import java.util.Optional;

/**
 * Writes and reads the ids of one attribute as text outside of the database: in JSON, in addresses, in logs. The text is
 * the prefix of the annotation, if there is one, and then the number or the GUID: {@code ord_0AKSEGW30SC00}. Get it from
 * {@link Idgen#idText}.
 *
 * <p>Immutable and thread-safe. Neither way sends SQL.
 */
public final class IdText {

    private final String path;
    private final Notation notation;

    IdText(String path, Notation notation) {
        this.path = path;
        this.notation = notation;
    }

    /**
     * Finds the text of a value of which only the annotation is known, such as a component of a record that is sent instead
     * of the entity.
     *
     * @param name the attribute's name, for messages
     * @param type the type of the value
     * @param annotation a {@link SnowflakeId}, a {@link CombGuid} or a {@link SegmentId}; others have no text
     * @return the text of a number or a {@code UUID}; none without a prefix, unless a {@code UUID} has another text than {@link
     *     GuidNotation#UUID}; none for other types; none for the form {@code READABLE}, which needs the layout
     * @throws IllegalArgumentException if it is sealed, which takes a key: {@link Idgen#idText(String, Class, Annotation)}; or
     *     if an address would escape the prefix
     */
    public static Optional<IdText> of(String name, Class<?> type, Annotation annotation) {
        AnnotatedValue value = AnnotatedValue.of(type, annotation);
        if (value == null) {
            return Optional.empty();
        }
        if (value.sealed()) {
            throw new IllegalArgumentException(
                    "text of [" + name + "] is sealed, which takes a key; ask Idgen.idText for it");
        }
        return value.text().map(notation -> new IdText(name, notation));
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return path;
    }

    /** {@return the type of the ids: a typed id, or the attribute's type} */
    public Class<?> type() {
        return notation.type();
    }

    /** {@return the prefix of each id, or an empty text} */
    public String prefix() {
        return notation.prefix();
    }

    /** {@return whether the text is sealed, so that it reveals nothing about the id} */
    public boolean isSealed() {
        return notation.seal() != null;
    }

    /** {@return the form of a text, in words} */
    public String expected() {
        return notation.words();
    }

    /**
     * Returns a regular expression for documents such as OpenAPI. Text of other forms may be read, too, such as in lower case.
     *
     * @return what each text that is written matches as a whole, from {@code ^} to {@code $}, in the syntax that Java and
     *     ECMA-262 share
     */
    public String pattern() {
        return notation.pattern();
    }

    /** {@return a text of this form, for documents; of some id, and if it is sealed, of none} */
    public String example() {
        return notation.example();
    }

    /**
     * Returns whether another attribute's values are written in the same way.
     *
     * @param other how those are written
     * @return whether prefix and form are the same
     */
    public boolean agreesWith(IdText other) {
        return notation.form().equals(other.notation.form());
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
        Class<?> boxed = IdClass.boxed(type());
        Object value = boxed.isInstance(id) ? id : IdClass.unboxed(id);
        if (!boxed.isInstance(value)) {
            throw new IllegalArgumentException("[" + id + "] of "
                    + id.getClass().getName() + " is no id of " + path + ", which holds " + type().getName());
        }
        return notation.write(value);
    }

    /**
     * Reads an id.
     *
     * @param given the text
     * @return the id, of {@link #type()}
     * @throws IdTextException if the text is of no such id: without the prefix, or not of the form
     */
    public Object read(String given) {
        boolean hasPrefix = given.startsWith(prefix());
        if (!hasPrefix && !notation.acceptsPlain()) {
            throw refused(given, ", which all begin with [" + prefix() + "]");
        }
        try {
            return hasPrefix ? notation.read(given.substring(prefix().length())) : notation.readPlain(given);
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
        return "text of " + path + ": " + notation.form();
    }
}
