package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.guid.GuidNotation;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Encodes GUIDs.
 *
 * @param type the type of the values
 * @param column the form of a {@code String} in the column
 * @param notation the form of GUIDs outside of the database
 */
record GuidEncoding(Class<?> type, GuidText column, GuidNotation notation) implements Encoding {

    private static final UUID EXAMPLE = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");
    private static final int BYTES = 16;

    /** Returns whether the values are {@code String}s that are written unchanged. */
    private boolean isText() {
        return type == String.class && notation == GuidNotation.UUID;
    }

    @Override
    public String words() {
        return notation.rule();
    }

    @Override
    public String pattern() {
        return switch (notation) {
            case UUID -> {
                String digit = isText() && column == GuidText.UPPER_CASE ? "[0-9A-F]" : "[0-9a-f]";
                yield isText() && column == GuidText.COMPACT
                        ? digit + "{32}"
                        : digit + "{8}-(" + digit + "{4}-){3}" + digit + "{12}";
            }
            case TYPE_ID -> "[0-7][0-9a-hjkmnp-tv-z]{25}";
            case ULID -> "[0-7][0-9A-HJKMNP-TV-Z]{25}";
        };
    }

    @Override
    public String example() {
        return isText() ? column.format(EXAMPLE) : notation.format(EXAMPLE);
    }

    @Override
    public String write(Object value) {
        return isText() ? (String) value : notation.format(guid(value));
    }

    @Override
    public Object read(String text) {
        return value(notation.parse(text));
    }

    @Override
    public Object bits(Object value) {
        return guid(value);
    }

    private static UUID guid(Object value) {
        if (value instanceof String text) {
            return GuidNotation.UUID.parse(text);
        }
        if (value instanceof byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        return (UUID) value;
    }

    @Override
    public Object value(Object bits) {
        UUID guid = (UUID) bits;
        if (type == String.class) {
            return column.format(guid);
        }
        return type == UUID.class
                ? guid
                : ByteBuffer.allocate(BYTES)
                        .putLong(guid.getMostSignificantBits())
                        .putLong(guid.getLeastSignificantBits())
                        .array();
    }
}
