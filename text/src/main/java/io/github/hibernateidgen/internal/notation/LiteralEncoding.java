package io.github.hibernateidgen.internal.notation;

import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Encodes values as Java writes them: numbers as digits, and text as it is.
 *
 * @param isSigned whether a minus sign may come first
 */
record LiteralEncoding(Class<?> type, String words, Pattern compiled, String example, boolean isSigned)
        implements Encoding {

    /** Encodes a {@code String} attribute in which the application may store any text. */
    static final LiteralEncoding ANY_TEXT =
            new LiteralEncoding(String.class, "text", Pattern.compile(".+", Pattern.DOTALL), "A1", true);

    /**
     * Encodes numbers.
     *
     * @param isSigned true if old rows may contain any number: negative numbers are then allowed, and texts with
     *     leading zeros are read. If false, each number has exactly one text
     */
    static LiteralEncoding numbers(Class<?> type, long example, boolean isSigned) {
        int digits = type == BigInteger.class ? 38 : 19;
        String pattern = isSigned ? "-?[0-9]{1," + digits + "}" : "(0|[1-9][0-9]{0," + (digits - 1) + "})";
        return new LiteralEncoding(
                type, "1 to " + digits + " digits", Pattern.compile(pattern), Long.toString(example), isSigned);
    }

    @Override
    public String pattern() {
        return compiled.pattern();
    }

    @Override
    public String write(Object value) {
        String text = value.toString();
        if (!isSigned && text.startsWith("-")) {
            throw new IllegalArgumentException(
                    "id [" + text + "] is negative; only ids of 0 or more have a text with a prefix");
        }
        return text;
    }

    @Override
    public Object read(String text) {
        if (!compiled.matcher(text).matches()) {
            throw new IllegalArgumentException("the text is not a number");
        }
        if (type == String.class) {
            return text;
        }
        return type == BigInteger.class ? new BigInteger(text) : value(Long.parseLong(text));
    }

    @Override
    public Object bits(Object value) {
        return value instanceof String text ? Long.parseLong(text) : Encoding.exact(value);
    }

    @Override
    public Object value(Object bits) {
        return type == String.class ? bits.toString() : Encoding.number(type, bits);
    }
}
