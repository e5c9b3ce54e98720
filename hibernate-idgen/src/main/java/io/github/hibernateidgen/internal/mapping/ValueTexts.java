package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.factory.TextRule;
import io.github.hibernateidgen.internal.factory.ValueText;
import io.github.hibernateidgen.internal.mapping.SealedTexts.Codec;
import io.github.hibernateidgen.internal.settings.SealSettings;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the texts of an attribute's values. Without a prefix text is what the component is: digits, a GUID or a {@code String}. */
public final class ValueTexts {

    /** What addresses take as it is: the unreserved characters of RFC 3986, section 2.3. */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._~-]{0,32}");

    /** Source: TypeID specification, version 0.3.0, "Type Prefix", and the separator behind it. */
    private static final Pattern TYPE_ID_PREFIX = Pattern.compile("([a-z]([a-z_]*[a-z])?_)?");

    private static final Pattern LONG = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern BIG = Pattern.compile("-?[0-9]{1,38}");
    private static final Pattern COUNT = Pattern.compile("0|[1-9][0-9]{0,37}");

    private ValueTexts() {}

    /**
     * A form of values, which stands after the prefix.
     *
     * @param name which of the forms that the rule takes is written; empty where there is one only
     */
    private record Form(
            TextRule rule, String name, Function<Object, String> writing, Function<String, Object> reading) {

        /** Returns the form of a {@code String} in which the application may keep any text. */
        static Form free() {
            return asIs(TextRules.FREE, "", read -> {
                if (read.isEmpty()) {
                    throw new IllegalArgumentException("there is none");
                }
                return read;
            });
        }

        /** The form of values that are written as Java writes them. */
        static Form asIs(TextRule rule, String name, Function<String, Object> reading) {
            return new Form(rule, name, Object::toString, reading);
        }

        /** Returns the text of values of a type, or of a typed id with a component of this type. */
        ValueText of(Class<?> type, @Nullable IdClass idClass, String prefix) {
            return idClass == null
                    ? new ValueText(type, false, prefix, rule, name, writing, reading, null, null)
                    : new ValueText(
                            idClass.type(),
                            true,
                            prefix,
                            rule,
                            name,
                            id -> writing.apply(component(idClass, id)),
                            reading.andThen(idClass::wrap),
                            null,
                            null);
        }

        private static Object component(IdClass idClass, Object id) {
            Object component = idClass.unwrap(id);
            if (component == null) {
                throw new IllegalArgumentException("[" + id + "] has no value in it, and so no text");
            }
            return component;
        }
    }

    /**
     * Makes the text of numbers of which the annotation alone is known.
     *
     * @return the text; none for other types, and for the form that needs a layout
     */
    public static Optional<ValueText> snowflakes(Class<?> type, String prefix, SnowflakeText text) {
        return isNumber(type)
                        && text != SnowflakeText.READABLE
                        && PREFIX.matcher(prefix).matches()
                ? Optional.of(
                        snowflakes(type, prefix, SnowflakeLayout.STANDARD, text).of(type, null, prefix))
                : Optional.empty();
    }

    private static boolean isNumber(Class<?> type) {
        return type == Long.class || type == long.class || type == BigInteger.class;
    }

    private static boolean isWhole(Class<?> type) {
        return isNumber(type) || type == Integer.class || type == int.class;
    }

    /**
     * Makes the text of GUIDs of which the annotation alone is known.
     *
     * @return the text; none for other types than {@code UUID}
     */
    public static Optional<ValueText> guids(Class<?> type, String prefix, GuidNotation notation) {
        return type == UUID.class && isPrefix(prefix, notation)
                ? Optional.of(guids(type, GuidText.LOWER_CASE, notation).of(type, null, prefix))
                : Optional.empty();
    }

    /**
     * Makes the text of numbers of segments of which the annotation alone is known.
     *
     * @return the text; none for other types than numbers
     */
    public static Optional<ValueText> segments(Class<?> type, String prefix) {
        return isWhole(type) && PREFIX.matcher(prefix).matches()
                ? Optional.of(segments(type, prefix, digits(type)).of(type, null, prefix))
                : Optional.empty();
    }

    /**
     * Makes the text of numbers that are sealed as those of another attribute.
     *
     * @param text their form in a {@code String}; null for digits
     * @return the text; none for other types than numbers and {@code String}, and for the form that needs a layout
     */
    public static Optional<ValueText> sealedNumbers(Class<?> type, @Nullable SnowflakeText text, ValueText other) {
        if (type != String.class ? !isWhole(type) : text == SnowflakeText.READABLE) {
            return Optional.empty();
        }
        if (type != String.class || text == null) {
            Form plain = digits(type);
            return Optional.of(sealedAs(other, type, segments(type, other.prefix(), plain), plain, Codec.NUMBERS));
        }
        Form form = snowflakes(type, "", SnowflakeLayout.STANDARD, text);
        return Optional.of(sealedAs(other, type, form, form, codec(SnowflakeLayout.STANDARD, text)));
    }

    /**
     * Makes the text of GUIDs that are sealed as those of another attribute.
     *
     * @param notation their form where they are not sealed
     * @return the text; none for other types than {@code UUID} and {@code String}
     */
    public static Optional<ValueText> sealedGuids(Class<?> type, GuidNotation notation, ValueText other) {
        if (type != UUID.class && type != String.class) {
            return Optional.empty();
        }
        Form visible = guids(type, GuidText.LOWER_CASE, notation);
        return Optional.of(
                sealedAs(other, type, visible, guids(type, GuidText.LOWER_CASE, GuidNotation.UUID), Codec.GUIDS));
    }

    private static ValueText sealedAs(ValueText other, Class<?> type, Form visible, Form plain, Codec codec) {
        return SealedTexts.of(
                visible.of(type, null, other.prefix()),
                plain.of(type, null, ""),
                type == String.class ? codec.ofText() : codec,
                requireNonNull(other.seal()),
                other.unprefixed() != null);
    }

    /** Snowflake ids. */
    static ValueText snowflakes(
            MappedAttribute attribute, ValueOptions options, SnowflakeLayout layout, SnowflakeText text) {
        requirePrefix(attribute, options);
        Class<?> type = attribute.javaType();
        Form visible = snowflakes(type, options.prefix(), layout, text);
        return options.sealed()
                ? sealed(
                        attribute,
                        options,
                        visible,
                        snowflakes(type, "", layout, text),
                        type == String.class ? codec(layout, text) : Codec.NUMBERS)
                : readable(attribute, options, visible);
    }

    private static Codec codec(SnowflakeLayout layout, SnowflakeText text) {
        return Codec.of(plain -> text.parse(layout, plain), id -> text.format(layout, id));
    }

    /** COMB GUIDs, written with hyphens, or as the column has text. */
    static ValueText guids(MappedAttribute attribute, ValueOptions options, GuidText text, GuidNotation notation) {
        requirePrefix(attribute, options);
        requireTypeId(attribute, options, notation);
        Class<?> type = attribute.javaType();
        Form visible = guids(type, text, notation);
        return options.sealed()
                ? sealed(attribute, options, visible, guids(type, text, GuidNotation.UUID), Codec.GUIDS)
                : readable(attribute, options, visible);
    }

    /** Numbers of segments. */
    static ValueText segments(MappedAttribute attribute, ValueOptions options) {
        requirePrefix(attribute, options);
        Class<?> type = attribute.javaType();
        Form plain = digits(type);
        Form visible = segments(type, options.prefix(), plain);
        return options.sealed()
                ? sealed(attribute, options, visible, plain, Codec.NUMBERS)
                : readable(attribute, options, type == String.class ? Form.free() : visible);
    }

    /** Returns the form of numbers that have a prefix, in which each number has one text: no zeros in front, and no sign. */
    private static Form segments(Class<?> type, String prefix, Form plain) {
        return prefix.isEmpty()
                ? plain
                : new Form(
                        TextRules.counts(type),
                        "",
                        value -> unsigned(plain.writing().apply(value)),
                        read -> plain.reading().apply(digits(COUNT, read)));
    }

    private static String unsigned(String number) {
        if (number.startsWith("-")) {
            throw new IllegalArgumentException(
                    "id [" + number + "] is negative; text with a prefix is for ids that are 0 or more");
        }
        return number;
    }

    /** Makes the text of an attribute in the visible form. */
    private static ValueText readable(MappedAttribute attribute, ValueOptions options, Form visible) {
        Form form = isFree(attribute, options) ? Form.free() : visible;
        return form.of(attribute.javaType(), attribute.idClass(), options.prefix());
    }

    /** Makes the text of an attribute with the plain form sealed. */
    private static ValueText sealed(
            MappedAttribute attribute, ValueOptions options, Form visible, Form plain, Codec codec) {
        Class<?> type = attribute.javaType();
        SealSettings settings = attribute.engines().settings().seal();
        return SealedTexts.of(
                visible.of(type, attribute.idClass(), options.prefix()),
                plain.of(type, attribute.idClass(), ""),
                type == String.class ? codec.ofText() : codec,
                settings.seal(attribute.path(), options.prefix()),
                settings.acceptsPlain());
    }

    private static boolean isFree(MappedAttribute attribute, ValueOptions options) {
        return options.assignable() && attribute.javaType() == String.class;
    }

    private static void requirePrefix(MappedAttribute attribute, ValueOptions options) {
        if (!PREFIX.matcher(options.prefix()).matches()) {
            throw attribute.invalid(
                    options.prefix(),
                    "a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which an address takes as they are");
        }
        if (options.sealed() && options.prefix().isEmpty()) {
            throw attribute.invalid(
                    "sealed = true",
                    "its text needs a prefix, by which one attribute's text is no other's; give prefix = \"...\", too");
        }
        if (options.sealed() && isFree(attribute, options)) {
            throw attribute.invalid(
                    "sealed = true",
                    "an assignable String holds any text, and what is sealed has 64 or 128 bits; leave assignable out, or"
                            + " sealed");
        }
    }

    private static boolean isPrefix(String prefix, GuidNotation notation) {
        return notation == GuidNotation.TYPE_ID
                ? TYPE_ID_PREFIX.matcher(prefix).matches()
                : PREFIX.matcher(prefix).matches();
    }

    private static void requireTypeId(MappedAttribute attribute, ValueOptions options, GuidNotation notation) {
        if (!isPrefix(options.prefix(), notation)) {
            throw attribute.invalid(
                    options.prefix(),
                    "the prefix of a TypeID has lower-case letters, and '_' between them and at the end; give it so, or"
                            + " another text");
        }
        if (notation != GuidNotation.UUID && isFree(attribute, options)) {
            throw attribute.invalid(
                    notation, "an assignable String holds any text, and this one has 128 bits; leave text out");
        }
    }

    private static Form snowflakes(Class<?> type, String prefix, SnowflakeLayout layout, SnowflakeText text) {
        if (type == String.class) {
            return Form.asIs(
                    TextRules.snowflakes(layout, text),
                    text.name(),
                    read -> text.format(layout, text.parse(layout, read)));
        }
        return prefix.isEmpty()
                ? numbers(type, TextRules.snowflakes(type))
                : new Form(
                        TextRules.snowflakes(layout, text),
                        text.name(),
                        value -> text.format(layout, exact(value)),
                        read -> number(type, text.parse(layout, read)));
    }

    private static Form digits(Class<?> type) {
        return type == String.class
                ? Form.asIs(TextRules.segments(Long.class), "", read -> digits(LONG, read))
                : numbers(type, TextRules.segments(type));
    }

    private static Form numbers(Class<?> type, TextRule rule) {
        return Form.asIs(
                rule,
                "",
                type == BigInteger.class
                        ? read -> new BigInteger(digits(BIG, read))
                        : read -> number(type, Long.parseLong(digits(LONG, read))));
    }

    private static String digits(Pattern pattern, String read) {
        if (!pattern.matcher(read).matches()) {
            throw new IllegalArgumentException("these are no digits");
        }
        return read;
    }

    private static long exact(Object value) {
        return value instanceof BigInteger big ? big.longValueExact() : ((Number) value).longValue();
    }

    private static Object number(Class<?> type, long number) {
        if (type == BigInteger.class) {
            return BigInteger.valueOf(number);
        }
        if (type == Integer.class || type == int.class) {
            if (number != (int) number) {
                throw new IllegalArgumentException("an int does not hold it");
            }
            return (int) number;
        }
        return number;
    }

    private static Form guids(Class<?> type, GuidText text, GuidNotation notation) {
        TextRule rule = TextRules.guids(notation, type == String.class ? text : GuidText.LOWER_CASE);
        if (type == String.class) {
            return notation == GuidNotation.UUID
                    ? Form.asIs(rule, text.name(), text::normalize)
                    : new Form(
                            rule,
                            notation.name(),
                            value -> notation.format(GuidNotation.UUID.parse((String) value)),
                            read -> text.format(notation.parse(read)));
        }
        String name = notation == GuidNotation.UUID ? "" : notation.name();
        return type == UUID.class
                ? new Form(rule, name, guid -> notation.format((UUID) guid), notation::parse)
                : new Form(
                        rule,
                        name,
                        bytes -> notation.format(CombGuidValues.guid((byte[]) bytes)),
                        read -> CombGuidValues.bytes(notation.parse(read)));
    }
}
