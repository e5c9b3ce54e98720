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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An id as somebody wrote it. It does not say what it was made for: each attribute reads it in its own way.
 *
 * @param prefix the prefix that attributes must have to read it, or empty
 * @param id a {@code Long} of 63 bits, a {@code UUID}, or the text of a readable Snowflake id
 */
record WrittenId(String prefix, Object id) {

    /** Sequences and IDENTITY columns count no further than a layout does in its first minute. */
    private static final Duration EARLY = Duration.ofMinutes(1);

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    /** Date and time, and a number for each other field. */
    private static final Pattern READABLE = Pattern.compile("([0-9]+-)*[0-9]{8}-[0-9]{9}(-[0-9]+)*");

    /**
     * Reads an id, also one behind a prefix. An id without one is preferred.
     *
     * @param prefixes the prefixes that attributes have
     * @throws IllegalArgumentException if the text is no id, with and without the prefixes
     */
    static WrittenId parse(String text, Collection<String> prefixes) {
        return Stream.concat(Stream.of(""), prefixes.stream())
                .filter(text::startsWith)
                .flatMap(prefix ->
                        Stream.ofNullable(id(text.substring(prefix.length()))).map(id -> new WrittenId(prefix, id)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("text [" + GivenText.shown(text)
                        + "] is neither a Snowflake id nor a GUID; give 1 to 19"
                        + " digits, 13 characters of Crockford's Base32, the readable form yyyyMMdd-HHmmssSSS-NUMBERS, or a GUID"
                        + " of 36 or 32 characters"
                        + (prefixes.isEmpty() ? "" : "; each of them also behind one of the prefixes " + prefixes)));
    }

    /**
     * Reads an id without a prefix.
     *
     * @throws IllegalArgumentException if the text is neither a Snowflake id nor a GUID
     */
    static WrittenId parse(String text) {
        return parse(text, List.of());
    }

    /** Returns the id; null if the text is none. Digits alone are a number, also where they are 13. */
    private static @Nullable Object id(String text) {
        Optional<UUID> guid = GuidNotation.UUID.find(text);
        if (guid.isPresent()) {
            return guid.get();
        }
        if (READABLE.matcher(text).matches()) {
            return text;
        }
        try {
            return (DIGITS.matcher(text).matches() ? SnowflakeText.DECIMAL : SnowflakeText.CROCKFORD_BASE32)
                    .parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
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
            return new WrittenId("", number.longValue());
        }
        if (id instanceof byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new WrittenId("", new UUID(buffer.getLong(), buffer.getLong()));
        }
        return parse(id.toString());
    }

    /** The id in all its forms, by their names. */
    Map<String, String> forms() {
        return id instanceof Long number
                ? new TreeMap<>(
                        Map.of("decimal", number.toString(), "base32", SnowflakeText.CROCKFORD_BASE32.format(number)))
                : Map.of(id instanceof UUID ? "guid" : "readable", id.toString());
    }

    /** What the id means if it was made for an attribute; none if it can't have been. */
    Optional<Content> content(GeneratedAttribute attribute) {
        if (!prefix.isEmpty() && !attribute.prefix().equals(prefix)) {
            return Optional.empty();
        }
        try {
            return id instanceof UUID guid
                    ? attribute
                            .format()
                            .map(format ->
                                    content(guid, format, attribute.order().orElseThrow()))
                    : attribute.layout().flatMap(this::content);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // Its fixed bits, or the widths of its fields, are others.
        }
    }

    private static Content content(UUID guid, GuidFormat format, GuidOrder order) {
        String instant = format.instant(order, guid).toString();
        return new Content(instant, null, null, null, null, null, null, null, format, order, null);
    }

    private Optional<Content> content(SnowflakeLayout layout) {
        long number = id instanceof Long known ? known : SnowflakeText.READABLE.parse(layout, id.toString());
        return layout.width() == 63 || number >>> layout.width() == 0
                ? Optional.of(content(number, layout))
                : Optional.empty();
    }

    private static Content content(long number, SnowflakeLayout layout) {
        SnowflakeParts parts = layout.split(number);
        if (parts.instant().equals(layout.epoch())) {
            // The epoch of a layout lies in the past, so nobody makes ids of its first tick.
            return Content.impossible(
                    layout.name(),
                    "id [" + number + "] is of the layout's first tick, at " + layout.epoch()
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
                layout.buckets() > 1 ? layout.bucket(number) : null,
                null,
                null,
                isEarly
                        ? "id [" + number + "] is of the layout's first minute, from " + layout.epoch()
                                + "; it is more likely a number from before the layout was used"
                        : null);
    }
}
