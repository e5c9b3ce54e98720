package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.factory.ValueText;
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

    private static final Pattern LONG = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern BIG = Pattern.compile("-?[0-9]{1,38}");

    private static final String LONG_RULE = "1 to 19 digits";
    private static final String GUID_RULE = "a GUID: 32 hexadecimal digits, with the four hyphens or without";

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
        boolean isNumber = type == Long.class || type == long.class || type == BigInteger.class;
        return isNumber
                        && text != SnowflakeText.READABLE
                        && PREFIX.matcher(prefix).matches()
                ? Optional.of(snowflakes(new Held(type, null), prefix, SnowflakeLayout.STANDARD, text, false))
                : Optional.empty();
    }

    /**
     * Makes the text of GUIDs of which the annotation alone is known.
     *
     * @param type what holds them
     * @param prefix what stands in front
     * @return the text; none for other types than {@code UUID}
     */
    public static Optional<ValueText> guids(Class<?> type, String prefix) {
        return type == UUID.class && PREFIX.matcher(prefix).matches()
                ? Optional.of(guids(new Held(type, null), prefix, GuidText.LOWER_CASE, false))
                : Optional.empty();
    }

    /** Snowflake ids; a {@code String} is free where the application sets values of its own. */
    static ValueText snowflakes(
            MappedAttribute attribute, String prefix, SnowflakeLayout layout, SnowflakeText text, boolean isFree) {
        requirePrefix(attribute, prefix);
        return snowflakes(Held.of(attribute), prefix, layout, text, isFree);
    }

    /** COMB GUIDs, written with hyphens, or as the column has text. */
    static ValueText guids(MappedAttribute attribute, String prefix, GuidText text, boolean isFree) {
        requirePrefix(attribute, prefix);
        return guids(Held.of(attribute), prefix, text, isFree);
    }

    /** Numbers of segments. */
    static ValueText segments(MappedAttribute attribute) {
        Held held = Held.of(attribute);
        return held.type() == String.class ? free(held, "") : numbers(held);
    }

    private static void requirePrefix(MappedAttribute attribute, String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw attribute.invalid(
                    prefix,
                    "a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which an address takes as they are");
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
                            rule(layout, text),
                            text.name(),
                            read -> text.format(layout, text.parse(layout, read)));
        }
        return prefix.isEmpty()
                ? numbers(held)
                : of(
                        held,
                        prefix,
                        rule(layout, text),
                        text.name(),
                        value -> text.format(layout, exact(value)),
                        read -> number(held.type(), text.parse(layout, read)));
    }

    private static String rule(SnowflakeLayout layout, SnowflakeText text) {
        return switch (text) {
            case CROCKFORD_BASE32 -> "13 characters of Crockford's Base32, the first at most 7";
            case DECIMAL, PLAIN_DECIMAL -> LONG_RULE;
            case READABLE -> "date, time and numbers of layout [" + layout.name() + "], as yyyyMMdd-HHmmssSSS-NUMBERS";
        };
    }

    private static ValueText numbers(Held held) {
        Class<?> type = held.type();
        return type == BigInteger.class
                ? of(held, "", "1 to 38 digits", "", Object::toString, read -> new BigInteger(digits(BIG, read)))
                : of(
                        held,
                        "",
                        LONG_RULE,
                        "",
                        Object::toString,
                        read -> number(type, Long.parseLong(digits(LONG, read))));
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

    private static ValueText guids(Held held, String prefix, GuidText text, boolean isFree) {
        if (held.type() == String.class) {
            return isFree ? free(held, prefix) : text(held, prefix, GUID_RULE, text.name(), text::normalize);
        }
        return held.type() == UUID.class
                ? of(held, prefix, GUID_RULE, "", Object::toString, ValueTexts::guid)
                : of(
                        held,
                        prefix,
                        GUID_RULE,
                        "",
                        bytes -> CombGuidValues.guid((byte[]) bytes).toString(),
                        read -> CombGuidValues.bytes(guid(read)));
    }

    private static UUID guid(String read) {
        return UUID.fromString(GuidText.LOWER_CASE.normalize(read));
    }

    private static ValueText free(Held held, String prefix) {
        return text(held, prefix, "text", "", read -> {
            if (read.isEmpty()) {
                throw new IllegalArgumentException("there is none");
            }
            return read;
        });
    }

    private static ValueText text(
            Held held, String prefix, String rule, String form, Function<String, Object> reading) {
        return of(held, prefix, rule, form, Object::toString, reading);
    }

    private static ValueText of(
            Held held,
            String prefix,
            String rule,
            String form,
            Function<Object, String> writing,
            Function<String, Object> reading) {
        IdClass idClass = held.idClass();
        return idClass == null
                ? new ValueText(held.type(), false, prefix, rule, form, writing, reading)
                : new ValueText(
                        idClass.type(),
                        true,
                        prefix,
                        rule,
                        form,
                        id -> writing.apply(component(idClass, id)),
                        reading.andThen(idClass::wrap));
    }

    private static Object component(IdClass idClass, Object id) {
        Object component = idClass.unwrap(id);
        if (component == null) {
            throw new IllegalArgumentException("[" + id + "] has no value in it, and so no text");
        }
        return component;
    }
}
