package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.internal.engines.ValueText;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the texts of an attribute's values. Without a prefix text is what the component is: digits, a GUID or a {@code String}. */
final class ValueTexts {

    /** What addresses take as it is: the unreserved characters of RFC 3986, section 2.3. */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._~-]{0,32}");

    private static final Pattern LONG = Pattern.compile("-?[0-9]{1,19}");
    private static final Pattern BIG = Pattern.compile("-?[0-9]{1,38}");

    private static final String LONG_RULE = "1 to 19 digits";
    private static final String GUID_RULE = "a GUID: 32 hexadecimal digits, with the four hyphens or without";

    private ValueTexts() {}

    /** Refuses what could not stand in an address. */
    static void requirePrefix(MappedAttribute attribute, String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw attribute.invalid(
                    prefix,
                    "a prefix has up to 32 letters, digits, '-', '.', '_' and '~', which an address takes as they are");
        }
    }

    /**
     * Snowflake ids: with a prefix, numbers are written in the given form.
     *
     * @param isFree whether a {@code String} may be another than this library makes
     */
    static ValueText snowflakes(
            MappedAttribute attribute, String prefix, SnowflakeLayout layout, SnowflakeText text, boolean isFree) {
        requirePrefix(attribute, prefix);
        Class<?> type = attribute.javaType();
        if (type == String.class) {
            return isFree
                    ? free(attribute, prefix)
                    : text(
                            attribute,
                            prefix,
                            rule(layout, text),
                            read -> text.format(layout, text.parse(layout, read)));
        }
        if (prefix.isEmpty()) {
            return numbers(attribute);
        }
        return of(
                attribute,
                prefix,
                rule(layout, text),
                value -> text.format(layout, exact(value)),
                read -> held(type, text.parse(layout, read)));
    }

    private static String rule(SnowflakeLayout layout, SnowflakeText text) {
        return switch (text) {
            case CROCKFORD_BASE32 -> "13 characters of Crockford's Base32, the first at most 7";
            case DECIMAL, PLAIN_DECIMAL -> LONG_RULE;
            case READABLE -> "date, time and numbers of layout [" + layout.name() + "], as yyyyMMdd-HHmmssSSS-NUMBERS";
        };
    }

    /** Numbers of segments. */
    static ValueText segments(MappedAttribute attribute) {
        return attribute.javaType() == String.class ? free(attribute, "") : numbers(attribute);
    }

    private static ValueText numbers(MappedAttribute attribute) {
        Class<?> type = attribute.javaType();
        return type == BigInteger.class
                ? of(attribute, "", "1 to 38 digits", Object::toString, read -> new BigInteger(digits(BIG, read)))
                : of(
                        attribute,
                        "",
                        LONG_RULE,
                        Object::toString,
                        read -> held(type, Long.parseLong(digits(LONG, read))));
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

    private static Object held(Class<?> type, long number) {
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

    /** COMB GUIDs: written with hyphens, or as the column has text. */
    static ValueText guids(MappedAttribute attribute, String prefix, GuidText text, boolean isFree) {
        requirePrefix(attribute, prefix);
        Class<?> type = attribute.javaType();
        if (type == String.class) {
            return isFree ? free(attribute, prefix) : text(attribute, prefix, GUID_RULE, text::normalize);
        }
        return type == UUID.class
                ? of(attribute, prefix, GUID_RULE, Object::toString, ValueTexts::guid)
                : of(
                        attribute,
                        prefix,
                        GUID_RULE,
                        bytes -> CombGuidValues.guid((byte[]) bytes).toString(),
                        read -> CombGuidValues.bytes(guid(read)));
    }

    private static UUID guid(String read) {
        return UUID.fromString(GuidText.LOWER_CASE.normalize(read));
    }

    private static ValueText free(MappedAttribute attribute, String prefix) {
        return text(attribute, prefix, "text", read -> {
            if (read.isEmpty()) {
                throw new IllegalArgumentException("there is none");
            }
            return read;
        });
    }

    private static ValueText text(
            MappedAttribute attribute, String prefix, String rule, Function<String, Object> reading) {
        return of(attribute, prefix, rule, Object::toString, reading);
    }

    private static ValueText of(
            MappedAttribute attribute,
            String prefix,
            String rule,
            Function<Object, String> writing,
            Function<String, Object> reading) {
        IdClass idClass = attribute.idClass();
        return idClass == null
                ? new ValueText(attribute.javaType(), false, prefix, rule, writing, reading)
                : new ValueText(
                        idClass.type(),
                        true,
                        prefix,
                        rule,
                        id -> writing.apply(component(idClass, id)),
                        reading.andThen(idClass::wrap));
    }

    private static Object component(IdClass idClass, Object id) {
        @Nullable Object component = idClass.unwrap(id);
        if (component == null) {
            throw new IllegalArgumentException("[" + id + "] has no value in it, and so no text");
        }
        return component;
    }
}
