package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.spring.boot.actuate.DecodedId.Content;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
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
 * An id as a user wrote it. The text does not name its attribute, so the id may have another meaning for each attribute.
 *
 * @param prefix the prefix that an attribute must have to read the id, or empty
 * @param id a {@code Long} of 63 bits, a {@code UUID}, or the text of a readable Snowflake id
 */
record WrittenId(String prefix, Object id) {

    /** An id this soon after the epoch is probably a number from a sequence or an IDENTITY column. */
    private static final Duration EARLY = Duration.ofMinutes(1);

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

    /** The readable form: date and time, and a number for each of the other fields. */
    private static final Pattern READABLE = Pattern.compile("([0-9]+-)*[0-9]{8}-[0-9]{9}(-[0-9]+)*");

    /**
     * Reads an id with or without a prefix. If the text can be read both ways, it is read without the prefix.
     *
     * @param prefixes the prefixes that attributes have
     * @throws IllegalArgumentException if the text is not an id, with or without a prefix
     */
    static WrittenId parse(String text, Collection<String> prefixes) {
        return Stream.concat(Stream.of(""), prefixes.stream())
                .filter(text::startsWith)
                .flatMap(prefix ->
                        Stream.ofNullable(id(text.substring(prefix.length()))).map(id -> new WrittenId(prefix, id)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("text [" + GivenText.shown(text)
                        + "] is neither a Snowflake id nor a GUID; give 1 to 19"
                        + " digits, 13 characters of Crockford's Base32, a readable form such as yyyyMMdd-HHmmssSSS-NUMBERS, or"
                        + " a GUID of 36 or 32 characters"
                        + (prefixes.isEmpty() ? "" : "; it may begin with one of the prefixes " + prefixes)));
    }

    /**
     * Reads an id without a prefix.
     *
     * @throws IllegalArgumentException if the text is neither a Snowflake id nor a GUID
     */
    static WrittenId parse(String text) {
        return parse(text, List.of());
    }

    /**
     * Returns the id; null if the text is not an id. A text of 1 to 19 digits is a decimal number, even if it has 13
     * characters like a Base32 id.
     */
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
     * @param attribute the text form of an attribute's values
     * @return the id inside; empty if the attribute's text is not sealed, or if the attribute does not accept this text
     */
    static Optional<WrittenId> open(IdText attribute, String text) {
        if (!attribute.isSealed() || !text.startsWith(attribute.prefix())) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(IdClass.unwrapped(attribute.read(text))));
        } catch (IdTextException e) {
            return Optional.empty();
        }
    }

    /** Returns the id in an attribute's value: a number, a GUID, the bytes of a GUID, or a text. */
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

    /** Returns the id in all its forms, by the names of the forms. */
    Map<String, String> forms() {
        return id instanceof Long number
                ? new TreeMap<>(
                        Map.of("decimal", number.toString(), "base32", SnowflakeText.CROCKFORD_BASE32.format(number)))
                : Map.of(id instanceof UUID ? "guid" : "readable", id.toString());
    }

    /** Returns the meaning of the id for an attribute; empty if the attribute cannot have this id. */
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
            return Optional.empty(); // The id's fixed bits or field widths do not fit the attribute.
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
            // The epoch of a layout is in the past when the layout is used, so no id has the layout's first tick.
            return Content.impossible(
                    layout.name(),
                    "id [" + number + "] is of the layout's first tick, at " + layout.epoch()
                            + ", in which no id was made;"
                            + " it cannot be an id of this layout, and may be a number from before the layout was used");
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
