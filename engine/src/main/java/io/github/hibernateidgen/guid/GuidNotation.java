package io.github.hibernateidgen.guid;

import io.github.hibernateidgen.internal.text.Base32;
import io.github.hibernateidgen.internal.text.GivenText;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The forms in which 128 bits are written as text outside of the database. The two short forms have 26 characters of
 * Crockford's Base32, without I, L, O and U: the first character holds the highest 3 bits, each other character 5.
 *
 * <p>Thread-safe.
 */
public enum GuidNotation {

    /** 36 characters: {@code 0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5}. Parsing also accepts the 32 digits without hyphens. */
    UUID(null, "a GUID: 32 hexadecimal digits, with the four hyphens or without"),

    /**
     * 26 lower-case characters: {@code 01h455vb4pex5vsknk084sn02q}. With a prefix such as {@code order_} the text is a
     * TypeID. Parsing accepts lower case only, as TypeID's specification requires.
     *
     * <p>Source: TypeID specification, version 0.3.0.
     */
    TYPE_ID(Base32.LOWER, "26 characters of Base32 in lower case, the first at most 7"),

    /**
     * 26 upper-case characters: {@code 01H455VB4PEX5VSKNK084SN02Q}. Parsing also accepts lower case.
     *
     * <p>Source: ULID specification, "Encoding".
     */
    ULID(Base32.UPPER, "26 characters of Crockford's Base32, the first at most 7");

    /** How many characters a short form has. */
    private static final int LENGTH = 26;

    private static final Pattern HEX = Pattern.compile(
            "(\\p{XDigit}{8})(-?)(\\p{XDigit}{4})\\2(\\p{XDigit}{4})\\2(\\p{XDigit}{4})\\2(\\p{XDigit}{12})");

    /** The alphabet of a short form; null for {@link #UUID}. */
    private final @Nullable Base32 base32;

    private final String rule;

    GuidNotation(@Nullable Base32 base32, String rule) {
        this.base32 = base32;
        this.rule = rule;
    }

    /**
     * Writes a GUID.
     *
     * @param guid the GUID, in the byte order of {@link java.util.UUID#toString}
     * @return the text
     */
    public String format(UUID guid) {
        return base32 == null
                ? guid.toString()
                : base32.format(guid.getMostSignificantBits(), guid.getLeastSignificantBits(), LENGTH);
    }

    /**
     * Reads a GUID, if the text has this form.
     *
     * @param text the text
     * @return the GUID; empty if the text is of another form
     */
    public Optional<UUID> find(String text) {
        if (base32 != null) {
            long[] bits = base32.parse(text, LENGTH);
            return bits == null ? Optional.empty() : Optional.of(new UUID(bits[0], bits[1]));
        }
        Matcher digits = HEX.matcher(text);
        return digits.matches()
                ? Optional.of(java.util.UUID.fromString(digits.replaceFirst("$1-$3-$4-$5-$6")))
                : Optional.empty();
    }

    /**
     * Reads a GUID.
     *
     * @param text the text
     * @return the GUID
     * @throws IllegalArgumentException if the text is of another form
     */
    public UUID parse(String text) {
        return find(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "text [" + GivenText.shown(text) + "] does not have this form; give " + rule));
    }

    /** {@return the form of a text, in words} */
    public String rule() {
        return rule;
    }
}
