package io.github.hibernateidgen.text;

import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.Notation;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.seal.UnknownKeyException;
import java.util.function.Supplier;

/**
 * Writes and reads the ids of one class or attribute as text outside of the database: in JSON, in URLs, in logs. The text
 * is the prefix of the {@link PublicId}, if there is a prefix, followed by the number, the GUID or the sealed id: {@code
 * ord_0AKSEGW30SC00}. {@link PublicIds} finds the {@code IdText} of a class.
 *
 * <p>Immutable and thread-safe. Writing and reading send no SQL.
 */
@SuppressWarnings("InvalidBlockTag") // Error Prone does not know that a constructor may be hidden.
public final class IdText {

    private final String path;
    private final Notation notation;

    /**
     * Called by this library. Your code gets an {@code IdText} from {@link PublicIds#find}.
     *
     * @param path the class, or the entity and the attribute, for messages
     * @param notation writes and reads the text
     * @hidden
     */
    public IdText(String path, Notation notation) {
        this.path = path;
        this.notation = notation;
    }

    /**
     * Called by this library.
     *
     * @return writes and reads the text
     * @hidden
     */
    public Notation notation() {
        return notation;
    }

    /** {@return the class of the typed id, or the attribute, for example {@code Order.id}} */
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
            throw new IllegalArgumentException("[" + GivenText.shown(String.valueOf(id)) + "] of "
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
     * @throws IllegalStateException if the text is sealed, and there is no key
     */
    public Object read(String given) {
        boolean hasPrefix = given.startsWith(prefix());
        if (!hasPrefix && !notation.acceptsPlain()) {
            throw rejected(given, ": each id begins with [" + prefix() + "]");
        }
        Supplier<Seal> seal = notation.seal();
        if (seal != null) {
            Seal unused = seal.get(); // Throws here without a key, because a missing key is no fault of the text.
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
        return "text of " + path + ": " + notation.words();
    }
}
