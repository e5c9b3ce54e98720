package io.github.hibernateidgen.internal.notation;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An id as a person wrote it, in any form and without a prefix, and its meaning in a layout or a format, which the text does
 * not name.
 */
public sealed interface WrittenId {

    /** A Snowflake id of 63 bits. */
    record Snowflake(long id) implements WrittenId {

        /** An id this soon after the epoch is probably a number from a sequence or an IDENTITY column. */
        private static final Duration EARLY = Duration.ofMinutes(1);

        /** Returns whether the bits of the id fit a layout. */
        public boolean fits(SnowflakeLayout layout) {
            return id >>> layout.width() == 0;
        }

        /**
         * Returns the fields of the id, which must {@linkplain #fits fit} the layout, by their names. An id of the layout's
         * first tick has no fields but the layout: the epoch is in the past when a layout is used.
         */
        public Map<String, Object> fields(SnowflakeLayout layout) {
            SnowflakeParts parts = layout.split(id);
            Map<String, Object> fields = new LinkedHashMap<>();
            if (parts.instant().equals(layout.epoch())) {
                fields.put("layout", layout.name());
                return fields;
            }
            fields.put("instant", parts.instant().toString());
            fields.put("layout", layout.name());
            fields.put("worker", parts.worker());
            if (layout.lanes() > 1) {
                fields.put("lane", parts.lane());
            }
            fields.put("sequence", parts.sequence());
            fields.put("entityFields", parts.entityFields());
            if (layout.shards() > 1) {
                fields.put("shard", parts.shard());
            }
            if (layout.buckets() > 1) {
                fields.put("bucket", layout.bucket(id));
            }
            return fields;
        }

        /** Returns why the id, which must {@linkplain #fits fit} the layout, is not or hardly of the layout; empty without doubt. */
        public Optional<String> doubt(SnowflakeLayout layout) {
            Instant instant = layout.instant(id);
            if (instant.equals(layout.epoch())) {
                return Optional.of("id [" + id + "] is of the layout's first tick, at " + layout.epoch()
                        + ", in which no id was made; it cannot be an id of this layout, and may be a number from before"
                        + " the layout was used");
            }
            return instant.isBefore(layout.epoch().plus(EARLY))
                    ? Optional.of("id [" + id + "] is of the layout's first minute, from " + layout.epoch()
                            + "; it is more likely a number from before the layout was used")
                    : Optional.empty();
        }

        @Override
        public String toString() {
            return Long.toString(id);
        }
    }

    /** A GUID of 16 bytes. */
    record Guid(UUID guid) implements WrittenId {

        /** Returns the time of the GUID in a format and order; empty if the GUID cannot be of this format. */
        public Optional<Instant> instant(GuidFormat format, GuidOrder order) {
            try {
                Instant instant = format.instant(order, guid);
                // format.first throws if the time is out of the format's range. In the formats with days and ticks, a
                // GUID
                // may have more ticks than a day. Its instant is then on a later day, and the first GUID of that
                // instant is
                // greater than the GUID. INNODB is not checked, because INNODB.first accepts only the start of a turn.
                GuidOrder placement = format.fits(order) ? order : GuidOrder.SQL_SERVER;
                return format == GuidFormat.INNODB
                                || placement.comparator().compare(guid, format.first(order, instant)) >= 0
                        ? Optional.of(instant)
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // The GUID lacks the format's fixed bits, or its time is out of range.
            }
        }

        @Override
        public String toString() {
            return guid.toString();
        }
    }

    /** A Snowflake id in readable form. Only its layout reads the number. */
    record ReadableSnowflake(String text) implements WrittenId {
        @Override
        public String toString() {
            return text;
        }
    }

    /** The form in which spreadsheets and JavaScript write large numbers. */
    Pattern FLOATING = Pattern.compile("[0-9][.,][0-9]+[eE]\\+?[0-9]+");

    /** Several short numbers, or a number with separators. */
    Pattern GROUPED = Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+");

    /** The forms of ids, for messages. */
    String FORMS = "1 to 19 digits, 0x and up to 16 hexadecimal digits, 13 characters of Crockford's Base32, a"
            + " readable form such as yyyyMMdd-HHmmssSSS-NUMBERS, a GUID, 0x or \\x and the 32 digits of a GUID, a"
            + " TypeID or a ULID";

    /** A GUID, also in braces, as a URN, or as databases print bytes: {@code 0x} or {@code \\x} and the digits. */
    Pattern WRAPPED_GUID =
            Pattern.compile("(?:\\{?(?:urn:uuid:)?|0x|\\\\{1,2}x)([-\\p{XDigit}]+)}?", Pattern.CASE_INSENSITIVE);

    Pattern DIGITS = Pattern.compile("[0-9]{1,19}");
    Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-7]\\p{XDigit}{15}|\\p{XDigit}{1,15})");
    Pattern BASE32 = Pattern.compile("[0-9A-Za-z&&[^Uu]]+");

    /** 13 characters of Crockford's Base32, the first at most 7. I and L are read as 1, and O as 0. */
    Pattern BASE32_ID = Pattern.compile("[0-7IiLlOo][0-9A-Za-z&&[^Uu]]{12}");

    /** The readable form: date and time, and a number for each of the other fields. */
    Pattern READABLE = Pattern.compile("([0-9]+-)*[0-9]{8}-[0-9]{9}(-[0-9]+)*");

    Pattern CUT_GUID = Pattern.compile("\\p{XDigit}{26,38}");

    /**
     * Reads an id. A text of 26 characters of Base32 is a TypeID or a ULID, even if all characters are digits. A text of 1
     * to 19 digits is a decimal number, even if the text has the 13 characters of a Base32 id.
     *
     * @return the id; empty if the text has none of the {@link #FORMS}
     */
    static Optional<WrittenId> find(String text) {
        Matcher wrapped = WRAPPED_GUID.matcher(text);
        Optional<UUID> guid =
                wrapped.matches() ? GuidNotation.UUID.find(String.valueOf(wrapped.group(1))) : Optional.empty();
        guid = guid.or(() -> GuidNotation.ULID.find(text)); // Also reads a TypeID.
        if (guid.isPresent()) {
            return guid.map(Guid::new);
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(text);
        if (hexadecimal.matches()) {
            return Optional.of(new Snowflake(Long.parseLong(String.valueOf(hexadecimal.group(1)), 16)));
        }
        if (DIGITS.matcher(text).matches() && new BigInteger(text).bitLength() < Long.SIZE) {
            return Optional.of(new Snowflake(Long.parseLong(text)));
        }
        if (READABLE.matcher(text).matches()) {
            return Optional.of(new ReadableSnowflake(text));
        }
        return BASE32_ID.matcher(text).matches()
                ? Optional.of(new Snowflake(SnowflakeText.CROCKFORD_BASE32.parse(text)))
                : Optional.empty();
    }

    /** Returns whether a text has about as many hexadecimal digits as a GUID, with or without hyphens and braces. */
    static boolean isCutGuid(String text) {
        return CUT_GUID.matcher(text.replaceAll("[-{}]", "")).matches();
    }

    /** Returns a possible reason why a text is not an id; empty if the text resembles no id. */
    static Optional<String> suspicion(String text) {
        String rest = text.startsWith("-") ? text.substring(1) : text;
        if (text.isEmpty()) {
            return Optional.of("it is empty");
        }
        if (FLOATING.matcher(text).matches()) {
            return Optional.of("it could be an id that a spreadsheet or JavaScript has turned into a floating-point"
                    + " number, which lacks the last digits; get it again as text");
        }
        if (GROUPED.matcher(text).find()) {
            return Optional.of("it could be a number with separators, or several ids; give each id separately, without"
                    + " separators inside");
        }
        if (rest.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(
                    rest.length() == text.length()
                            ? "it exceeds " + Long.MAX_VALUE
                                    + ", the highest id; it could be two ids without a comma, or an id of"
                                    + " another kind with 64 bits or more"
                            : "it is negative, and ids are 0 or more; it could be a hash, or an id of another kind with"
                                    + " 64 bits");
        }
        String characters = rest.replaceFirst("^(?i:0|\\\\{1,2})x", "").replaceAll("[-{}]", "");
        if (isCutGuid(characters)) {
            return Optional.of("it could be a GUID that was cut or run together: it has " + characters.length()
                    + " hexadecimal digits, and a GUID has 32");
        }
        if (BASE32.matcher(characters).matches() && characters.length() >= 10 && characters.length() <= 16) {
            return Optional.of("it could be Crockford's Base32 that was changed: an id has 13 characters, the first at"
                    + " most 7; this text has " + characters.length()
                    + (characters.length() == 13 ? " and begins with " + characters.charAt(0) : ""));
        }
        return text.matches("\\p{XDigit}{24}")
                ? Optional.of("it could be an ObjectId of MongoDB, made at "
                        + Instant.ofEpochSecond(Long.parseLong(text.substring(0, 8), 16)))
                : Optional.empty();
    }
}
