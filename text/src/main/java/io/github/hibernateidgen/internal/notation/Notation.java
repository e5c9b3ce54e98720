package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.text.IdForm;
import java.math.BigInteger;
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

    private static Notation plain(Class<?> type, Encoding plain) {
        return new Notation(type, "", plain, plain, null, false, null);
    }

    /** Returns the notation of Snowflake ids without an annotation for their text. */
    public static Notation snowflakes(Class<?> type, SnowflakeLayout layout, SnowflakeText text) {
        return plain(
                type,
                type == String.class
                        ? new SnowflakeEncoding(type, layout, text)
                        : LiteralEncoding.numbers(type, SnowflakeEncoding.EXAMPLE, true));
    }

    /**
     * Returns the notation of GUIDs without an annotation for their text.
     *
     * @param column the form of GUIDs in a column of text
     */
    public static Notation guids(Class<?> type, GuidText column) {
        return plain(type, new GuidEncoding(type, column, GuidNotation.UUID));
    }

    /** Returns the notation of numbers from segments without an annotation for their text. */
    public static Notation segments(Class<?> type) {
        return plain(type, LiteralEncoding.numbers(type, COUNT, true));
    }

    /** Returns the notation of an attribute in which the application may store any text. */
    public Notation ofAnyText() {
        return new Notation(component, prefix, LiteralEncoding.ANY_TEXT, plain, seal, acceptsPlain, idClass);
    }

    /** Returns whether values of a type can have a text: it is a number, a GUID or a {@code String}, and no typed id. */
    public static boolean isPlain(Class<?> type) {
        return isNumber(type) || type == UUID.class || type == byte[].class || type == String.class;
    }

    private static boolean isNumber(Class<?> type) {
        return isWide(type) || type == Integer.class || type == int.class;
    }

    private static boolean isWide(Class<?> type) {
        return type == Long.class || type == long.class || type == BigInteger.class;
    }

    /**
     * Returns the notation that a {@code PublicId} asks for, without the seal.
     *
     * @param type the type of the values, or of the component of typed ids
     * @param isSealed whether the text will be sealed
     * @throws IllegalArgumentException if the annotation is not valid for the type
     */
    public static Notation of(Class<?> type, String prefix, boolean isSealed, IdForm asked) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new WrongArgumentException(
                    "prefix [" + GivenText.shown(prefix)
                            + "] is not valid: a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which need no escape in"
                            + " a URL",
                    "give such a prefix");
        }
        if (isSealed && prefix.isEmpty()) {
            throw new WrongArgumentException(
                    "sealed text needs a prefix, so that a text opens only as an id of its class",
                    "add prefix = \"...\"");
        }
        IdForm form = asked == IdForm.AUTO ? form(type, prefix) : asked;
        if (form == IdForm.TYPE_ID && !TYPE_ID_PREFIX.matcher(prefix).matches()) {
            throw new WrongArgumentException(
                    "prefix [" + prefix
                            + "] is not valid: the prefix of a TypeID has lower-case letters, and '_' between them and at the end",
                    "give such a prefix, or another form");
        }
        if (form == IdForm.AUTO) {
            if (isSealed) {
                throw new WrongArgumentException(
                        "a String holds any text, but only values of 64 or 128 bits can be sealed",
                        "give the form in which the String is written, such as form = BASE32");
            }
            Encoding any = LiteralEncoding.ANY_TEXT;
            return new Notation(type, prefix, any, any, null, false, null);
        }
        boolean isOfNumbers = form.compareTo(IdForm.UUID) < 0;
        boolean isOfStrings = form == IdForm.COMPACT_UUID || form == IdForm.UPPER_UUID;
        if (type != String.class && (!isPlain(type) || isOfNumbers != isNumber(type) || isOfStrings)) {
            throw new WrongArgumentException(
                    "form [" + form + "] does not suit the type " + type.getTypeName(),
                    "give " + (isNumber(type) ? "DIGITS, PADDED_DIGITS or BASE32" : "UUID, TYPE_ID or ULID")
                            + ", or leave the form out");
        }
        return isOfNumbers ? ofNumbers(type, prefix, form) : ofGuids(type, prefix, form);
    }

    private static Notation ofNumbers(Class<?> type, String prefix, IdForm form) {
        Encoding written = switch (form) {
            case BASE32 -> new SnowflakeEncoding(type, SnowflakeLayout.STANDARD, SnowflakeText.CROCKFORD_BASE32);
            case PADDED_DIGITS -> new SnowflakeEncoding(type, SnowflakeLayout.STANDARD, SnowflakeText.DECIMAL);
            default ->
                LiteralEncoding.numbers(
                        type, isWide(type) && prefix.isEmpty() ? SnowflakeEncoding.EXAMPLE : COUNT, prefix.isEmpty());
        };
        Encoding plain = type == String.class && form != IdForm.DIGITS
                ? written
                : LiteralEncoding.numbers(type, isWide(type) ? SnowflakeEncoding.EXAMPLE : COUNT, true);
        return new Notation(type, prefix, written, plain, null, false, null);
    }

    private static Notation ofGuids(Class<?> type, String prefix, IdForm form) {
        GuidText column = switch (form) {
            case COMPACT_UUID -> GuidText.COMPACT;
            case UPPER_UUID -> GuidText.UPPER_CASE;
            default -> GuidText.LOWER_CASE;
        };
        GuidNotation notation = switch (form) {
            case TYPE_ID -> GuidNotation.TYPE_ID;
            case ULID -> GuidNotation.ULID;
            default -> GuidNotation.UUID;
        };
        return new Notation(
                type,
                prefix,
                new GuidEncoding(type, column, notation),
                new GuidEncoding(type, column, GuidNotation.UUID),
                null,
                false,
                null);
    }

    /** Returns the form that suits a type; {@link IdForm#AUTO} for a {@code String}, which is written unchanged. */
    private static IdForm form(Class<?> type, String prefix) {
        if (type == String.class) {
            return IdForm.AUTO;
        }
        return isNumber(type) ? isWide(type) && !prefix.isEmpty() ? IdForm.BASE32 : IdForm.DIGITS : IdForm.UUID;
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
            throw new WrongArgumentException(
                    "plain ids are accepted, and a plain id may begin with prefix [" + prefix
                            + "], so it would be read without its first characters",
                    "give another prefix, such as [" + prefix + "_]");
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

    /** Returns the notation of typed ids whose component has this notation. */
    public Notation ofComponent(IdClass type) {
        return new Notation(component, prefix, written, plain, seal, acceptsPlain, type);
    }

    /** Returns the type of the values. */
    public Class<?> type() {
        return idClass == null ? component : idClass.type();
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

    /** Returns whether any text is a value: a {@code String} that is written unchanged. */
    public boolean isAnyText() {
        return plain == LiteralEncoding.ANY_TEXT && seal == null;
    }

    /** Returns an example of a value that is read from this text, as text. */
    public String plainExample() {
        return plain.example();
    }

    /** Returns whether a {@code String} in a column is the same {@code String} after it was written and read. */
    public boolean agreesWith(String column) {
        try {
            return plain.value(plain.bits(column)).equals(column)
                    && written.read(written.write(column)).equals(column);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException if the value has no text
     */
    public String write(Object value) {
        Object given = idClass == null ? value : idClass.unwrap(value);
        if (given == null) {
            throw new WrongArgumentException(
                    "[" + GivenText.shown(String.valueOf(value)) + "] holds null, so it has no text",
                    "give an id with a value");
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
