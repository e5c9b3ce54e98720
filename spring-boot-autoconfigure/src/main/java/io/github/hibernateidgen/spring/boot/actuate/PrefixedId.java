package io.github.hibernateidgen.spring.boot.actuate;

import io.github.hibernateidgen.attribute.GeneratedAttribute;
import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.internal.notation.IdClass;
import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import io.github.hibernateidgen.text.IdText;
import io.github.hibernateidgen.text.IdTextException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
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

    /**
     * Returns the fields of the id for an attribute, and a {@code problem} if there is a doubt; empty if the attribute
     * cannot have this id.
     */
    Optional<Map<String, Object>> content(GeneratedAttribute attribute) {
        if (!prefix.isEmpty() && !attribute.prefix().equals(prefix)) {
            return Optional.empty();
        }
        return id instanceof WrittenId.Guid guid
                ? attribute
                        .format()
                        .flatMap(format ->
                                content(guid, format, attribute.order().orElseThrow()))
                : attribute.layout().flatMap(this::content);
    }

    private static Optional<Map<String, Object>> content(WrittenId.Guid guid, GuidFormat format, GuidOrder order) {
        return guid.instant(format, order).map(instant -> {
            Map<String, Object> content = new LinkedHashMap<>();
            content.put("instant", instant.toString());
            content.put("format", format.name());
            content.put("order", order.name());
            return content;
        });
    }

    private Optional<Map<String, Object>> content(SnowflakeLayout layout) {
        return number(layout).filter(number -> number.fits(layout)).map(number -> {
            Map<String, Object> content = number.fields(layout);
            number.doubt(layout).ifPresent(doubt -> content.put("problem", doubt));
            return content;
        });
    }

    private Optional<WrittenId.Snowflake> number(SnowflakeLayout layout) {
        if (id instanceof WrittenId.Snowflake known) {
            return Optional.of(known);
        }
        try {
            return Optional.of(new WrittenId.Snowflake(SnowflakeText.READABLE.parse(layout, id.toString())));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // The id's field widths do not fit the attribute.
        }
    }
}
