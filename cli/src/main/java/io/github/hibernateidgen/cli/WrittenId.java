package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An id as a user wrote it. For a text that is not an id, the exception suggests a possible reason. */
sealed interface WrittenId {

    /** A Snowflake id of 63 bits. */
    record Snowflake(long id) implements WrittenId {
        @Override
        public String toString() {
            return Long.toString(id);
        }
    }

    /** A GUID of 16 bytes. */
    record Guid(UUID guid) implements WrittenId {
        @Override
        public String toString() {
            return guid.toString();
        }
    }

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

    /** The form in which spreadsheets and JavaScript write large numbers. */
    Pattern FLOATING = Pattern.compile("[0-9][.,][0-9]+[eE]\\+?[0-9]+");

    /** Several short numbers, or a number with separators. */
    Pattern GROUPED = Pattern.compile("[0-9]{1,3}(?:,[0-9]{3})+");

    Pattern CUT_GUID = Pattern.compile("\\p{XDigit}{26,38}");

    /** A number or a GUID in parts. The last part is not an id. */
    Pattern PARTS = Pattern.compile(".*(?:[-._~][0-9]+[-._~][0-9]{1,19}|(?:\\p{XDigit}{4}-){2}\\p{XDigit}{1,13})");

    int SHORT_GUID = 26;

    /** The length of the longest prefix: 63 letters of a TypeID and the separator. */
    int LONGEST_PREFIX = 64;

    /** An id with a prefix that ends with a character that is neither a letter nor a digit. */
    Pattern PREFIXED = Pattern.compile(
            "([-._~0-9A-Za-z]{0,62}?[A-Za-z][-._~0-9A-Za-z]{0,62}?[-._~])"
                    + "([0-7][0-9A-Za-z&&[^Uu]]{12}|[0-9]{1,19}|[0-7][0-9A-Za-z]{25}|\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

    /**
     * Reads an id with or without a prefix.
     *
     * @param layouts the possible layouts of a text in readable form
     * @throws RejectedException if the text is not an id
     */
    static WrittenId parse(String text, List<SnowflakeLayout> layouts) {
        return find(text, layouts)
                .or(() -> behindPrefix(text).flatMap(id -> find(id, layouts)))
                .orElseThrow(() ->
                        new RejectedException("text [" + GivenText.shown(text) + "] is not an id: " + suspicion(text)));
    }

    private static Optional<String> behindPrefix(String text) {
        Matcher prefixed = PREFIXED.matcher(text);
        if (!prefixed.matches() || prefixed.end(1) > LONGEST_PREFIX) {
            return Optional.empty();
        }
        String id = String.valueOf(prefixed.group(2));
        boolean isPart = id.length() < SHORT_GUID
                && (isCutGuid(text) || PARTS.matcher(text).matches());
        return isPart ? Optional.empty() : Optional.of(id);
    }

    /**
     * Reads an id without a prefix. A text of 26 characters of Base32 is a TypeID or a ULID, even if all characters are
     * digits. A text of 1 to 19 digits is a decimal number, even if the text has the 13 characters of a Base32 id.
     *
     * @return the id; empty if the text has none of the forms
     * @throws RejectedException if the text is in readable form, but fits no layout
     */
    static Optional<WrittenId> find(String text, List<SnowflakeLayout> layouts) {
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
            return Optional.of(readable(text, layouts));
        }
        return BASE32_ID.matcher(text).matches()
                ? Optional.of(new Snowflake(SnowflakeText.CROCKFORD_BASE32.parse(text)))
                : Optional.empty();
    }

    private static boolean isCutGuid(String text) {
        return CUT_GUID.matcher(text.replaceAll("[-{}]", "")).matches();
    }

    private static WrittenId readable(String text, List<SnowflakeLayout> layouts) {
        IllegalArgumentException failure = null;
        for (SnowflakeLayout layout : layouts) {
            try {
                return new Snowflake(SnowflakeText.READABLE.parse(layout, text));
            } catch (IllegalArgumentException e) {
                failure = e; // The text does not fit this layout, so the next layout is tried.
            }
        }
        throw new RejectedException(
                "text [" + GivenText.shown(text) + "] is in readable form, but does not fit the layouts "
                        + layouts.stream().map(SnowflakeLayout::name).toList() + "; give its --layout"
                        + (layouts.size() == 1 && failure != null ? ": " + failure.getMessage() : ""));
    }

    /** Returns a possible reason why the text is not an id. */
    private static String suspicion(String text) {
        String rest = text.startsWith("-") ? text.substring(1) : text;
        if (text.isEmpty()) {
            return "it is empty";
        }
        if (FLOATING.matcher(text).matches()) {
            return "it could be an id that a spreadsheet or JavaScript has turned into a floating-point number, which"
                    + " lacks the last digits; get it again as text";
        }
        if (GROUPED.matcher(text).find()) {
            return "it could be a number with separators, or several ids; write each id on a line of its own, without"
                    + " separators inside";
        }
        if (rest.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return rest.length() == text.length()
                    ? "it exceeds " + Long.MAX_VALUE
                            + ", the highest id; it could be two ids without a comma, or an id of"
                            + " another kind with 64 bits or more"
                    : "it is negative, and ids are 0 or more; it could be a hash, or an id of another kind with 64"
                            + " bits";
        }
        String characters = rest.replaceFirst("^(?i:0|\\\\{1,2})x", "").replaceAll("[-{}]", "");
        if (isCutGuid(characters)) {
            return "it could be a GUID that was cut or run together: it has " + characters.length()
                    + " hexadecimal digits, and a GUID has 32";
        }
        if (BASE32.matcher(characters).matches() && characters.length() >= 10 && characters.length() <= 16) {
            return "it could be Crockford's Base32 that was changed: an id has 13 characters, the first at most 7;"
                    + " this text has "
                    + characters.length()
                    + (characters.length() == 13 ? " and begins with " + characters.charAt(0) : "");
        }
        if (text.matches("\\p{XDigit}{24}")) {
            return "it could be an ObjectId of MongoDB, made at "
                    + Instant.ofEpochSecond(Long.parseLong(text.substring(0, 8), 16));
        }
        if (IdSealer.looksSealed(text)) {
            return "it could be sealed text; give the key with --keys";
        }
        return "give 1 to 19 digits, 0x and up to 16 hexadecimal digits, 13 characters of Crockford's Base32, a"
                + " readable form such as yyyyMMdd-HHmmssSSS-NUMBERS, a GUID, 0x or \\x and the 32 digits of a GUID, a"
                + " TypeID or a ULID, with or without a prefix"
                + " that ends with one of - . _ ~";
    }
}
