package io.github.hibernateidgen;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.seal.UnknownKeyException;
import java.lang.annotation.Annotation;
import java.util.Optional;

/**
 * Writes and reads the ids of one attribute as text outside of the database: in JSON, in URLs, in logs. The text is the
 * prefix of the annotation, if there is a prefix, followed by the number, the GUID or the sealed id: {@code
 * ord_0AKSEGW30SC00}. {@link Idgen#idText} returns the {@code IdText} of an attribute.
 *
 * <p>Immutable and thread-safe. Writing and reading send no SQL.
 */
public final class IdText {

    private final String path;
    private final Notation notation;

    IdText(String path, Notation notation) {
        this.path = path;
        this.notation = notation;
    }

    /**
     * Finds the text form of a value by its annotation alone. The value can be, for example, a component of a record that
     * is sent instead of the entity.
     *
     * @param name the attribute's name, for messages
     * @param type the type of the value
     * @param annotation a {@link SnowflakeId}, a {@link CombGuid} or a {@link SegmentId}; other annotations have no
     *     text
     * @return the text form of a number or a {@code UUID}. Empty without a prefix, except for a {@code UUID} with
     *     {@link GuidNotation#TYPE_ID} or {@link GuidNotation#ULID}. Also empty for other types, and for the form {@code
     *     READABLE}, which needs the layout
     * @throws IllegalArgumentException if the annotation asks for sealed text, which needs a key: use {@link
     *     Idgen#idText(String, Class, Annotation)}; or if the prefix has characters that a URL must escape
     */
    public static Optional<IdText> of(String name, Class<?> type, Annotation annotation) {
        AnnotatedValue value = AnnotatedValue.of(type, annotation);
        if (value == null) {
            return Optional.empty();
        }
        if (value.sealed()) {
            throw new IllegalArgumentException(
                    "text of [" + name + "] is sealed, which needs a key; use Idgen.idText, which has the keys");
        }
        return value.text().map(notation -> new IdText(name, notation));
    }

    /** {@return the entity and the attribute, for example {@code Order.id}; for an annotation alone, the given name} */
    public String path() {
        return path;
    }

    /** {@return the type of the ids: a typed id, or the attribute's type} */
    public Class<?> type() {
        return notation.type();
    }

    /** {@return the prefix of each text; empty without a prefix} */
    public String prefix() {
        return notation.prefix();
    }

    /** {@return whether the text is sealed, so that it does not reveal the id} */
    public boolean isSealed() {
        return notation.seal() != null;
    }

    /** {@return the form of a text, described in words} */
    public String expected() {
        return notation.words();
    }

    /**
     * Returns a regular expression for documents such as OpenAPI. {@link #read} may accept other forms, too, such as
     * lower case.
     *
     * @return a pattern from {@code ^} to {@code $} that every written text matches, in the syntax that Java and
     *     ECMA-262 share
     */
    public String pattern() {
        return notation.pattern();
    }

    /** {@return an example of a text, for documents; a sealed example does not belong to any id} */
    public String example() {
        return notation.example();
    }

    /**
     * Returns whether another attribute's values have the same text form.
     *
     * @param other the text form of the other attribute
     * @return whether prefix and form are the same
     */
    public boolean agreesWith(IdText other) {
        return notation.form().equals(other.notation.form());
    }

    /**
     * Writes an id.
     *
     * @param id the id, of {@link #type()}, or a value class of Kotlin that has this type on the JVM
     * @return the text, from which {@link #read} makes the same id
     * @throws IllegalArgumentException if the id is of another type, or cannot be written in this form, such as a
     *     negative number with a prefix
     */
    public String write(Object id) {
        Class<?> boxed = IdClass.boxed(type());
        Object value = boxed.isInstance(id) ? id : IdClass.unboxed(id);
        if (!boxed.isInstance(value)) {
            throw new IllegalArgumentException("[" + id + "] of "
                    + id.getClass().getName() + " is no id of " + path + ", whose ids are of " + type().getName());
        }
        return notation.write(value);
    }

    /**
     * Reads an id.
     *
     * @param given the text
     * @return the id, of {@link #type()}
     * @throws IdTextException if the text is not such an id: it lacks the prefix, or has another form
     */
    public Object read(String given) {
        boolean hasPrefix = given.startsWith(prefix());
        if (!hasPrefix && !notation.acceptsPlain()) {
            throw rejected(given, ": each id begins with [" + prefix() + "]");
        }
        try {
            return hasPrefix ? notation.read(given.substring(prefix().length())) : notation.readPlain(given);
        } catch (UnknownKeyException e) {
            throw rejected(given, ": its key [" + e.key() + "] is not set");
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw rejected(given, "");
        }
    }

    private IdTextException rejected(String given, String problem) {
        return new IdTextException(path, given, expected(), problem);
    }

    @Override
    public String toString() {
        return "text of " + path + ": " + notation.form();
    }
}
