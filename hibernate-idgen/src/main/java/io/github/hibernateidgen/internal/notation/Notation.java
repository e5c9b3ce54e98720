package io.github.hibernateidgen.internal.notation;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The text of values outside of the database: a prefix, and the value's encoding or seal. Without a prefix and a seal, the
 * text is the column's content, such as digits, a GUID or a {@code String}, unless the mapping asks for a TypeID or a ULID.
 *
 * <p>Immutable and thread-safe.
 *
 * @param component the type of the values; for typed ids, the type of their component
 * @param prefix the first characters of each text, or empty
 * @param written writes and reads unsealed text after the prefix. If the text is sealed, this encoding writes no text, and
 *     reads text only if {@code acceptsPlain}
 * @param plain converts between values and bits, for generated values and for the seal, and reads text without the prefix
 * @param seal the seal; null if the text is not sealed
 * @param acceptsPlain whether unsealed text is also read, with the prefix and without, during a move to sealed text
 * @param idClass the typed id, or null if the values are of another type
 */
public record Notation(
        Class<?> component,
        String prefix,
        Encoding written,
        Encoding plain,
        @Nullable Supplier<Seal> seal,
        boolean acceptsPlain,
        @Nullable IdClass idClass) {

    /** Matches up to 32 characters that a URL may contain without an escape: RFC 3986, section 2.3, unreserved characters. */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._~-]{0,32}");

    /** Matches the prefix of a TypeID and the separator. Source: TypeID specification, version 0.3.0, "Type Prefix". */
    private static final Pattern TYPE_ID_PREFIX = Pattern.compile("([a-z]([a-z_]*[a-z])?_)?");

    private static final long COUNT = 17;

    /** The length of a GUID in Base32, the longest form that consists of a single group of characters. */
    private static final int LONGEST = 26;

    private static Notation of(Class<?> type, String prefix, Encoding written, Encoding plain) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which need no escape in a URL; give"
                            + " such a prefix");
        }
        return new Notation(type, prefix, written, plain, null, false, null);
    }

    /**
     * Returns the notation of Snowflake ids.
     *
     * @throws IllegalArgumentException if the prefix has characters that are not allowed
     */
    public static Notation snowflakes(Class<?> type, String prefix, SnowflakeLayout layout, SnowflakeText text) {
        Encoding plain = type == String.class
                ? new SnowflakeEncoding(type, layout, text)
                : LiteralEncoding.numbers(type, SnowflakeEncoding.EXAMPLE, true);
        return of(type, prefix, prefix.isEmpty() ? plain : new SnowflakeEncoding(type, layout, text), plain);
    }

    /**
     * Returns the notation of GUIDs.
     *
     * @param column the form of GUIDs in a column of text
     * @param text the form outside of the database
     * @throws IllegalArgumentException if the prefix has characters that are not allowed
     */
    public static Notation guids(Class<?> type, String prefix, GuidText column, GuidNotation text) {
        if (text == GuidNotation.TYPE_ID && !TYPE_ID_PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "the prefix of a TypeID has lower-case letters, and '_' between them and at the end; give such a"
                            + " prefix, or another text");
        }
        return of(
                type, prefix, new GuidEncoding(type, column, text), new GuidEncoding(type, column, GuidNotation.UUID));
    }

    /**
     * Returns the notation of numbers from segments.
     *
     * @throws IllegalArgumentException if the prefix has characters that are not allowed
     */
    public static Notation segments(Class<?> type, String prefix) {
        Encoding plain = LiteralEncoding.numbers(type, COUNT, true);
        return of(type, prefix, prefix.isEmpty() ? plain : LiteralEncoding.numbers(type, COUNT, false), plain);
    }

    /** Returns the notation of an attribute in which the application may store any text. */
    public Notation ofAnyText() {
        return new Notation(component, prefix, LiteralEncoding.anyText(), plain, seal, acceptsPlain, idClass);
    }

    /**
     * Returns this notation with the bits sealed.
     *
     * @param seals gives the seal
     * @param readsPlain whether unsealed text is also read, with the prefix and without
     * @throws IllegalArgumentException if unsealed text without the prefix may also be another id with the prefix
     */
    public Notation sealed(Supplier<Seal> seals, boolean readsPlain) {
        if (readsPlain && isAmbiguous()) {
            throw new IllegalArgumentException("a plain id may begin with this prefix, and "
                    + IdgenSettings.SEAL_ACCEPT_PLAIN
                    + " would read that id without its first characters; give another prefix, such as [" + prefix
                    + "_]");
        }
        return new Notation(component, prefix, written, plain, seals, readsPlain, idClass);
    }

    /** Returns whether a text without the prefix is also a text with the prefix. Zeros are read in all forms. */
    private boolean isAmbiguous() {
        return !prefix.isEmpty()
                && IntStream.rangeClosed(1, LONGEST)
                        .mapToObj("0"::repeat)
                        .anyMatch(zeros -> isRead(written, zeros) && isRead(plain, prefix + zeros));
    }

    private static boolean isRead(Encoding encoding, String text) {
        try {
            encoding.read(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns this notation with the seal of another notation. */
    public Notation sealedAs(Notation other) {
        return sealed(requireNonNull(other.seal), other.acceptsPlain);
    }

    /** Returns the notation of typed ids whose component has this notation. */
    public Notation ofComponent(IdClass type) {
        return new Notation(component, prefix, written, plain, seal, acceptsPlain, type);
    }

    /** Returns the type of the values. */
    public Class<?> type() {
        return idClass == null ? component : idClass.type();
    }

    /** Returns whether both notations are for the same class of typed ids, but write different forms. */
    public boolean contradicts(Notation other) {
        return idClass != null && type() == other.type() && !form().equals(other.form());
    }

    /** Describes the text that is written, with the name of its form if the form has a name. */
    public String form() {
        return seal != null || written.form().isEmpty() ? words() : words() + ", in form [" + written.form() + "]";
    }

    /** Describes the text that is written, for messages. Other forms may also be read. */
    public String words() {
        String value = seal == null
                ? written.words()
                : "the name of a key and 26 characters of Base32, as the text was written";
        return prefix.isEmpty() ? value : "[" + prefix + "] and " + value;
    }

    /** Returns a pattern that matches each written text as a whole. */
    public String pattern() {
        return "^" + prefix.replace(".", "\\.") + (seal == null ? written.pattern() : Seal.PATTERN) + "$";
    }

    /** Returns an example of the text, for documents. */
    public String example() {
        return prefix + (seal == null ? written.example() : Seal.EXAMPLE);
    }

    /**
     * Converts the bits of an id to a value of the attribute: a typed id if the attribute has one.
     *
     * @param bits a {@code Long} or a {@code UUID}
     */
    public Object value(Object bits) {
        return typed(plain.value(bits));
    }

    /** Returns the typed id of a component; the component if the values are not typed ids. */
    public Object typed(Object value) {
        return idClass == null ? value : idClass.wrap(value);
    }

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException if the value has no text
     */
    public String write(Object value) {
        Object given = idClass == null ? value : idClass.unwrap(value);
        if (given == null) {
            throw new IllegalArgumentException(
                    "[" + value + "] holds null, so it has no text; give an id with a" + " value");
        }
        return prefix + (seal == null ? written.write(given) : seal(given, seal.get()));
    }

    private String seal(Object value, Seal with) {
        Object bits;
        try {
            bits = plain.bits(value);
        } catch (IllegalArgumentException e) {
            throw unsealable(value, "is no id that can be sealed; give a whole number of 64 bits, or a GUID", e);
        }
        if (value instanceof String && !plain.value(bits).equals(value)) {
            throw unsealable(
                    value,
                    "would be read back as [" + plain.value(bits) + "]; write this form to the column," + " too",
                    null);
        }
        return bits instanceof UUID guid ? with.seal(guid) : with.seal((Long) bits);
    }

    private static IllegalArgumentException unsealable(Object value, String problem, @Nullable Exception cause) {
        return new IllegalArgumentException("[" + GivenText.shown(value.toString()) + "] " + problem, cause);
    }

    /**
     * Reads a value.
     *
     * @param text the text after the prefix
     * @throws IllegalArgumentException if the text has another form
     */
    public Object read(String text) {
        return typed(seal == null ? written.read(text) : open(text, seal.get()));
    }

    /**
     * Reads a value from text without a prefix.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public Object readPlain(String text) {
        return typed(plain.read(text));
    }

    private Object open(String text, Seal with) {
        try {
            return plain.value(plain instanceof GuidEncoding ? with.openGuid(text) : (Object) with.openLong(text));
        } catch (IllegalArgumentException e) {
            if (!acceptsPlain) {
                throw e;
            }
            try {
                return written.read(text);
            } catch (IllegalArgumentException otherwise) {
                throw e;
            }
        }
    }
}
