package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.WrittenId;
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
import java.util.stream.Stream;

/**
 * An id as an operator wrote it, perhaps behind the prefix of an attribute. The text does not name its attribute, so the id
 * may have another meaning for each attribute.
 *
 * @param prefix the prefix that an attribute must have to read the id, or empty
 * @param id the id behind the prefix
 */
record PrefixedId(String prefix, WrittenId id) {

    /** An id this soon after the epoch is probably a number from a sequence or an IDENTITY column. */
    private static final Duration EARLY = Duration.ofMinutes(1);

    /**
     * Reads an id with or without a prefix. If the text can be read both ways, it is read without the prefix.
     *
     * @param prefixes the prefixes that attributes have
     * @throws IllegalArgumentException if the text is not an id, with or without a prefix
     */
    static PrefixedId parse(String text, Collection<String> prefixes) {
        return Stream.concat(Stream.of(""), prefixes.stream())
                .filter(text::startsWith)
                .flatMap(prefix ->
                        WrittenId.find(text.substring(prefix.length())).map(id -> new PrefixedId(prefix, id)).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("text [" + GivenText.shown(text) + "] is not an id: "
                        + WrittenId.suspicion(text).orElse("give " + WrittenId.FORMS)
                        + (prefixes.isEmpty() ? "" : "; it may begin with one of the prefixes " + prefixes)));
    }

    /**
     * Reads an id without a prefix.
     *
     * @throws IllegalArgumentException if the text is not an id
     */
    static PrefixedId parse(String text) {
        return parse(text, List.of());
    }

    /**
     * Opens a sealed text.
     *
     * @param attribute the text form of an attribute's values
     * @return the id inside; empty if the attribute's text is not sealed, or if the attribute does not accept this text
     */
    static Optional<PrefixedId> open(IdText attribute, String text) {
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
    private static PrefixedId of(Object id) {
        if (id instanceof Number number) {
            return new PrefixedId("", new WrittenId.Snowflake(number.longValue()));
        }
        if (id instanceof byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new PrefixedId("", new WrittenId.Guid(new UUID(buffer.getLong(), buffer.getLong())));
        }
        return parse(id.toString());
    }

    /** Returns the id in all its forms, by the names of the forms. */
    Map<String, String> forms() {
        return id instanceof WrittenId.Snowflake number
                ? new TreeMap<>(Map.of(
                        "decimal", number.toString(), "base32", SnowflakeText.CROCKFORD_BASE32.format(number.id())))
                : Map.of(id instanceof WrittenId.Guid ? "guid" : "readable", id.toString());
    }

    /** Returns the meaning of the id for an attribute; empty if the attribute cannot have this id. */
    Optional<Content> content(GeneratedAttribute attribute) {
        if (!prefix.isEmpty() && !attribute.prefix().equals(prefix)) {
            return Optional.empty();
        }
        try {
            return id instanceof WrittenId.Guid written
                    ? attribute
                            .format()
                            .map(format -> content(
                                    written.guid(), format, attribute.order().orElseThrow()))
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
        long number = id instanceof WrittenId.Snowflake known
                ? known.id()
                : SnowflakeText.READABLE.parse(layout, id.toString());
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
