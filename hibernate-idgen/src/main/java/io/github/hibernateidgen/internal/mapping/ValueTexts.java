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

    private ValueTexts() {}

    /** What an attribute holds: the type of its component, and the class of ids around it, if there is one. */
    private record Held(Class<?> type, @Nullable IdClass idClass) {

        static Held of(MappedAttribute attribute) {
            return new Held(attribute.javaType(), attribute.idClass());
        }
    }

    /**
     * Makes the text of numbers of which the annotation alone is known.
     *
     * @param type what holds them
     * @param prefix what stands in front
     * @param text the form of the number
     * @return the text; none for other types, and for the form that needs a layout
     */
    public static Optional<ValueText> snowflakes(Class<?> type, String prefix, SnowflakeText text) {
        return isNumber(type)
                        && text != SnowflakeText.READABLE
                        && PREFIX.matcher(prefix).matches()
                ? Optional.of(snowflakes(new Held(type, null), prefix, SnowflakeLayout.STANDARD, text, false))
                : Optional.empty();
    }

    private static boolean isNumber(Class<?> type) {
        return type == Long.class || type == long.class || type == BigInteger.class;
    }

    /**
     * Makes the text of GUIDs of which the annotation alone is known.
     *
     * @param type what holds them
     * @param prefix what stands in front
     * @param notation their form
     * @return the text; none for other types than {@code UUID}
     */
    public static Optional<ValueText> guids(Class<?> type, String prefix, GuidNotation notation) {
        return type == UUID.class && isPrefix(prefix, notation)
                ? Optional.of(guids(new Held(type, null), prefix, GuidText.LOWER_CASE, notation, false))
                : Optional.empty();
    }

    /**
     * Makes the text of numbers of segments of which the annotation alone is known.
     *
     * @param type what holds them
     * @param prefix what stands in front
     * @return the text; none for other types than numbers
     */
    public static Optional<ValueText> segments(Class<?> type, String prefix) {
        boolean isWhole = isNumber(type) || type == Integer.class || type == int.class;
        return isWhole && PREFIX.matcher(prefix).matches()
                ? Optional.of(segments(new Held(type, null), prefix))
                : Optional.empty();
    }

    /**
     * Makes the text of numbers that are sealed as those of another attribute.
     *
     * @param type what holds them
     * @param text their form in a {@code String}; null for digits
     * @param other how the other attribute's values are written
     * @return the text; none for other types than numbers and {@code String}, and for the form that needs a layout
     */
    public static Optional<ValueText> sealedNumbers(Class<?> type, @Nullable SnowflakeText text, ValueText other) {
        Held held = new Held(type, null);
        if (type != String.class) {
            return segments(type, other.prefix())
                    .map(visible -> sealedAs(other, visible, segments(held, ""), Codec.NUMBERS));
        }
        if (text == SnowflakeText.READABLE) {
            return Optional.empty();
        }
        ValueText plain = text == null ? digits(held, "") : snowflakes(held, "", SnowflakeLayout.STANDARD, text, false);
        Codec codec = text == null ? Codec.NUMBERS : codec(SnowflakeLayout.STANDARD, text);
        return Optional.of(sealedAs(other, plain.with(other.prefix()), plain, codec.ofText()));
    }

    /**
     * Makes the text of GUIDs that are sealed as those of another attribute.
     *
     * @param type what holds them
     * @param notation their form where they are not sealed
     * @param other how the other attribute's values are written
     * @return the text; none for other types than {@code UUID} and {@code String}
     */
    public static Optional<ValueText> sealedGuids(Class<?> type, GuidNotation notation, ValueText other) {
        if (type != UUID.class && type != String.class) {
            return Optional.empty();
        }
        Held held = new Held(type, null);
        return Optional.of(sealedAs(
                other,
                guids(held, other.prefix(), GuidText.LOWER_CASE, notation, false),
                guids(held, "", GuidText.LOWER_CASE, GuidNotation.UUID, false),
                type == String.class ? Codec.GUIDS.ofText() : Codec.GUIDS));
    }

    private static ValueText sealedAs(ValueText other, ValueText visible, ValueText plain, Codec codec) {
        return SealedTexts.of(visible, plain, codec, requireNonNull(other.seal()), other.unprefixed() != null);
    }

    /** Snowflake ids; a {@code String} is free where the application sets values of its own. */
    static ValueText snowflakes(
            MappedAttribute attribute,
            TextOptions options,
            SnowflakeLayout layout,
            SnowflakeText text,
            boolean isFree) {
        requirePrefix(attribute, options, isFree);
        Held held = Held.of(attribute);
        ValueText visible = snowflakes(held, options.prefix(), layout, text, isFree);
        return options.sealed()
                ? sealed(
                        attribute,
                        visible,
                        snowflakes(held, "", layout, text, isFree),
                        held.type() == String.class ? codec(layout, text) : Codec.NUMBERS)
                : visible;
    }

    private static Codec codec(SnowflakeLayout layout, SnowflakeText text) {
        return Codec.of(plain -> text.parse(layout, plain), id -> text.format(layout, id));
    }

    /** COMB GUIDs, written with hyphens, or as the column has text. */
    static ValueText guids(
            MappedAttribute attribute, TextOptions options, GuidText text, GuidNotation notation, boolean isFree) {
        requirePrefix(attribute, options, isFree);
        requireTypeId(attribute, options.prefix(), notation, isFree);
        Held held = Held.of(attribute);
        ValueText visible = guids(held, options.prefix(), text, notation, isFree);
        return options.sealed()
                ? sealed(attribute, visible, guids(held, "", text, GuidNotation.UUID, isFree), Codec.GUIDS)
                : visible;
    }

    /** Numbers of segments; a {@code String} is free where the application sets values of its own. */
    static ValueText segments(MappedAttribute attribute, TextOptions options, boolean isFree) {
        requirePrefix(attribute, options, isFree);
        Held held = Held.of(attribute);
        return options.sealed()
                ? sealed(attribute, digits(held, options.prefix()), digits(held, ""), Codec.NUMBERS)
                : held.type() == String.class ? free(held, options.prefix()) : segments(held, options.prefix());
    }

    private static ValueText digits(Held held, String prefix) {
        return held.type() == String.class
                ? text(held, prefix, TextRules.segments(Long.class), "", read -> digits(LONG, read))
                : segments(held, prefix);
    }

    private static ValueText sealed(MappedAttribute attribute, ValueText visible, ValueText plain, Codec codec) {
        SealSettings settings = attribute.engines().settings().seal();
        return SealedTexts.of(
                visible,
                plain,
                attribute.javaType() == String.class ? codec.ofText() : codec,
                settings.seal(attribute.path(), visible.prefix()),
                settings.acceptsPlain());
    }

    private static void requirePrefix(MappedAttribute attribute, TextOptions options, boolean isFree) {
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
        if (options.sealed() && isFree && attribute.javaType() == String.class) {
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

    private static void requireTypeId(MappedAttribute attribute, String prefix, GuidNotation notation, boolean isFree) {
        if (!isPrefix(prefix, notation)) {
            throw attribute.invalid(
                    prefix,
                    "the prefix of a TypeID has lower-case letters, and '_' between them and at the end; give it so, or"
                            + " another text");
        }
        if (notation != GuidNotation.UUID && isFree && attribute.javaType() == String.class) {
            throw attribute.invalid(
                    notation, "an assignable String holds any text, and this one has 128 bits; leave text out");
        }
    }

    private static ValueText snowflakes(
            Held held, String prefix, SnowflakeLayout layout, SnowflakeText text, boolean isFree) {
        if (held.type() == String.class) {
            return isFree
                    ? free(held, prefix)
                    : text(
                            held,
                            prefix,
                            TextRules.snowflakes(layout, text),
                            text.name(),
                            read -> text.format(layout, text.parse(layout, read)));
        }
        return prefix.isEmpty()
                ? numbers(held, "", TextRules.snowflakes(held.type()))
                : of(
                        held,
                        prefix,
                        TextRules.snowflakes(layout, text),
                        text.name(),
                        value -> text.format(layout, exact(value)),
                        read -> number(held.type(), text.parse(layout, read)));
    }

    private static ValueText numbers(Held held, String prefix, TextRule rule) {
        Class<?> type = held.type();
        return of(
                held,
                prefix,
                rule,
                "",
                Object::toString,
                type == BigInteger.class
                        ? read -> new BigInteger(digits(BIG, read))
                        : read -> number(type, Long.parseLong(digits(LONG, read))));
    }

    private static ValueText segments(Held held, String prefix) {
        return numbers(held, prefix, TextRules.segments(held.type()));
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

    private static ValueText guids(Held held, String prefix, GuidText text, GuidNotation notation, boolean isFree) {
        TextRule rule = TextRules.guids(notation, held.type() == String.class ? text : GuidText.LOWER_CASE);
        if (held.type() == String.class) {
            return isFree
                    ? free(held, prefix)
                    : notation == GuidNotation.UUID
                            ? text(held, prefix, rule, text.name(), text::normalize)
                            : of(
                                    held,
                                    prefix,
                                    rule,
                                    notation.name(),
                                    value -> notation.format(GuidNotation.UUID.parse((String) value)),
                                    read -> text.format(notation.parse(read)));
        }
        String form = notation == GuidNotation.UUID ? "" : notation.name();
        return held.type() == UUID.class
                ? of(held, prefix, rule, form, guid -> notation.format((UUID) guid), notation::parse)
                : of(
                        held,
                        prefix,
                        rule,
                        form,
                        bytes -> notation.format(CombGuidValues.guid((byte[]) bytes)),
                        read -> CombGuidValues.bytes(notation.parse(read)));
    }

    private static ValueText free(Held held, String prefix) {
        return text(held, prefix, TextRules.FREE, "", read -> {
            if (read.isEmpty()) {
                throw new IllegalArgumentException("there is none");
            }
            return read;
        });
    }

    private static ValueText text(
            Held held, String prefix, TextRule rule, String form, Function<String, Object> reading) {
        return of(held, prefix, rule, form, Object::toString, reading);
    }

    private static ValueText of(
            Held held,
            String prefix,
            TextRule rule,
            String form,
            Function<Object, String> writing,
            Function<String, Object> reading) {
        IdClass idClass = held.idClass();
        return idClass == null
                ? new ValueText(held.type(), false, prefix, rule, form, writing, reading, null, null)
                : new ValueText(
                        idClass.type(),
                        true,
                        prefix,
                        rule,
                        form,
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
