package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.IdText;
import io.github.hibernateidgen.IdTextException;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.types.IdClass;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.spring.boot.actuate.DecodedId.Content;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/** An id as somebody wrote it. It does not say what it was made for: each attribute reads it in its own way. */
sealed interface WrittenId {

    /** Sequences and IDENTITY columns count no further than a layout does in its first minute. */
    Duration EARLY = Duration.ofMinutes(1);

    Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    /** Date and time, and a number for each other field. */
    Pattern READABLE = Pattern.compile("([0-9]+-)*[0-9]{8}-[0-9]{9}(-[0-9]+)*");

    /**
     * Reads an id, also one behind a prefix. An id without one is preferred.
     *
     * @param prefixes the prefixes that attributes have
     * @throws IllegalArgumentException if the text is no id, with and without the prefixes
     */
    static WrittenId parse(String text, Collection<String> prefixes) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            for (String prefix : prefixes) {
                Optional<WrittenId> behind =
                        text.startsWith(prefix) ? find(text.substring(prefix.length())) : Optional.empty();
                if (behind.isPresent()) {
                    return new Prefixed(prefix, behind.get());
                }
            }
            throw prefixes.isEmpty()
                    ? e
                    : new IllegalArgumentException(
                            e.getMessage() + "; each of them also behind one of the prefixes " + prefixes, e);
        }
    }

    private static Optional<WrittenId> find(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads an id. Digits alone are a number, also where they are 13.
     *
     * @throws IllegalArgumentException if the text is neither a Snowflake id nor a GUID
     */
    static WrittenId parse(String text) {
        Optional<UUID> guid = GuidNotation.UUID.find(text);
        if (guid.isPresent()) {
            return new Guid(guid.get());
        }
        if (DIGITS.matcher(text).matches()) {
            return new Snowflake(SnowflakeText.DECIMAL.parse(text));
        }
        if (text.length() == SnowflakeText.CROCKFORD_BASE32.length()) {
            return new Snowflake(SnowflakeText.CROCKFORD_BASE32.parse(text));
        }
        if (READABLE.matcher(text).matches()) {
            return new ReadableSnowflake(text);
        }
        throw new IllegalArgumentException(
                "text [" + GivenText.shown(text) + "] is neither a Snowflake id nor a GUID; give 1 to 19"
                        + " digits, 13 characters of Crockford's Base32, the readable form yyyyMMdd-HHmmssSSS-NUMBERS, or a GUID"
                        + " of 36 or 32 characters");
    }

    /**
     * Opens a sealed text.
     *
     * @param attribute how an attribute's values are written
     * @return the id inside; none if the attribute's text is not sealed, or this is none of it
     */
    static Optional<WrittenId> open(IdText attribute, String text) {
        if (!attribute.isSealed() || !text.startsWith(attribute.prefix())) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(IdClass.plain(attribute.read(text))));
        } catch (IdTextException e) {
            return Optional.empty();
        }
    }

    /** The id that an attribute holds: a number, a GUID, its bytes, or text. */
    private static WrittenId of(Object id) {
        if (id instanceof Number number) {
            return new Snowflake(number.longValue());
        }
        if (id instanceof byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Guid(new UUID(buffer.getLong(), buffer.getLong()));
        }
        return parse(id.toString());
    }

    /** The id in all its forms, by their names. */
    Map<String, String> forms();

    /** What the id means if it was made for an attribute; none if it can't have been. */
    Optional<Content> content(GeneratedAttribute attribute);

    /** An id behind the prefix of the attributes that can have it. */
    record Prefixed(String prefix, WrittenId id) implements WrittenId {

        @Override
        public Map<String, String> forms() {
            return id.forms();
        }

        @Override
        public Optional<Content> content(GeneratedAttribute attribute) {
            return attribute.prefix().equals(prefix) ? id.content(attribute) : Optional.empty();
        }
    }

    /** A number of 63 bits. */
    record Snowflake(long id) implements WrittenId {

        @Override
        public Map<String, String> forms() {
            return new TreeMap<>(
                    Map.of("decimal", Long.toString(id), "base32", SnowflakeText.CROCKFORD_BASE32.format(id)));
        }

        @Override
        public Optional<Content> content(GeneratedAttribute attribute) {
            return attribute
                    .layout()
                    .filter(layout -> layout.width() == 63 || id >>> layout.width() == 0)
                    .map(layout -> split(layout, id));
        }

        private static Content split(SnowflakeLayout layout, long id) {
            SnowflakeParts parts = layout.split(id);
            if (parts.instant().equals(layout.epoch())) {
                // The epoch of a layout lies in the past, so nobody makes ids of its first tick.
                return Content.impossible(
                        layout.name(),
                        "id [" + id + "] is of the layout's first tick, at " + layout.epoch()
                                + ", in which none was made;"
                                + " it cannot be an id of this layout, and may be a number from before it was used");
            }
            boolean isEarly = parts.instant().isBefore(layout.epoch().plus(EARLY));
            return new Content(
                    parts.instant().toString(),
                    layout.name(),
                    parts.worker(),
                    layout.lanes() > 1 ? parts.lane() : null,
                    parts.sequence(),
                    parts.entityFields(),
                    layout.shards() > 1 ? parts.shard() : null,
                    layout.buckets() > 1 ? layout.bucket(id) : null,
                    null,
                    null,
                    isEarly
                            ? "id [" + id + "] is of the layout's first minute, from " + layout.epoch()
                                    + "; it is more likely a number from before the layout was used"
                            : null);
        }
    }

    /** A number of 63 bits, whose fields are written one by one. */
    record ReadableSnowflake(String text) implements WrittenId {

        @Override
        public Map<String, String> forms() {
            return Map.of("readable", text);
        }

        @Override
        public Optional<Content> content(GeneratedAttribute attribute) {
            return attribute.layout().flatMap(this::split);
        }

        private Optional<Content> split(SnowflakeLayout layout) {
            try {
                return Optional.of(Snowflake.split(layout, SnowflakeText.READABLE.parse(layout, text)));
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // Its fields have other widths.
            }
        }
    }

    /** 16 bytes. */
    record Guid(UUID guid) implements WrittenId {

        @Override
        public Map<String, String> forms() {
            return Map.of("guid", guid.toString());
        }

        @Override
        public Optional<Content> content(GeneratedAttribute attribute) {
            if (attribute.format().isEmpty()) {
                return Optional.empty();
            }
            GuidFormat format = attribute.format().orElseThrow();
            GuidOrder order = attribute.order().orElseThrow();
            try {
                String instant = format.instant(order, guid).toString();
                return Optional.of(new Content(instant, null, null, null, null, null, null, null, format, order, null));
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // Its fixed bits are not those of the format.
            }
        }
    }
}
