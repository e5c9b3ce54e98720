package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;

/** Encodes Snowflake ids in a form of text. A value that is a {@code String} already has this form. */
record SnowflakeEncoding(Class<?> type, SnowflakeLayout layout, SnowflakeText text) implements Encoding {

    static final long EXAMPLE = 382770312745709588L;

    @Override
    public String words() {
        return switch (text) {
            case CROCKFORD_BASE32 -> "13 characters of Crockford's Base32, the first at most 7";
            case DECIMAL, PLAIN_DECIMAL -> "1 to 19 digits";
            case READABLE ->
                "the fields of layout [" + layout.name() + "]"
                        + " in its order, with '-' between them and the time as yyyyMMdd-HHmmssSSS";
        };
    }

    @Override
    public String pattern() {
        return switch (text) {
            case CROCKFORD_BASE32 -> "[0-7][0-9A-HJKMNP-TV-Z]{12}";
            case DECIMAL -> "[0-9]{19}";
            case PLAIN_DECIMAL -> "[0-9]{1,19}";
            case READABLE -> example().replaceAll("[0-9]+", "[0-9]+");
        };
    }

    @Override
    public String example() {
        return text.format(
                layout, text == SnowflakeText.READABLE ? EXAMPLE >>> (Long.SIZE - 1 - layout.width()) : EXAMPLE);
    }

    @Override
    public String write(Object value) {
        return type == String.class ? (String) value : text.format(layout, Encoding.exact(value));
    }

    @Override
    public Object read(String given) {
        return value(text.parse(layout, given));
    }

    @Override
    public Object bits(Object value) {
        return value instanceof String given ? text.parse(layout, given) : Encoding.exact(value);
    }

    @Override
    public Object value(Object bits) {
        return type == String.class ? text.format(layout, (Long) bits) : Encoding.number(type, bits);
    }
}
