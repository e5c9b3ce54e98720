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
 * Crockford's Base32, without I, L, O and U: the first character holds the highest 3 bits, each other one 5.
 *
 * <p>Thread-safe.
 */
public enum GuidNotation {

    /** 36 characters: {@code 0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5}. Parsing takes 32 hexadecimal digits without hyphens, too. */
    UUID("a GUID: 32 hexadecimal digits, with the four hyphens or without") {
        @Override
        public String format(UUID guid) {
            return guid.toString();
        }

        @Override
        public Optional<UUID> find(String text) {
            Matcher digits = HEX.matcher(text);
            return digits.matches()
                    ? Optional.of(java.util.UUID.fromString(digits.replaceFirst("$1-$3-$4-$5-$6")))
                    : Optional.empty();
        }
    },

    /**
     * 26 lower-case characters: {@code 01h455vb4pex5vsknk084sn02q}. With a prefix such as {@code order_} the text is a TypeID.
     * Parsing takes lower case only, as TypeID's specification asks.
     *
     * <p>Source: TypeID specification, version 0.3.0.
     */
    TYPE_ID("26 characters of Base32 in lower case, the first at most 7") {
        @Override
        public String format(UUID guid) {
            return Base32.LOWER.format(guid.getMostSignificantBits(), guid.getLeastSignificantBits(), LENGTH);
        }

        @Override
        public Optional<UUID> find(String text) {
            return guid(Base32.LOWER.parse(text, LENGTH));
        }
    },

    /**
     * 26 upper-case characters: {@code 01H455VB4PEX5VSKNK084SN02Q}. Parsing takes lower case, too.
     *
     * <p>Source: ULID specification, "Encoding".
     */
    ULID("26 characters of Crockford's Base32, the first at most 7") {
        @Override
        public String format(UUID guid) {
            return Base32.UPPER.format(guid.getMostSignificantBits(), guid.getLeastSignificantBits(), LENGTH);
        }

        @Override
        public Optional<UUID> find(String text) {
            return guid(Base32.UPPER.parse(text, LENGTH));
        }
    };

    /** The characters of the two short forms. */
    private static final int LENGTH = 26;

    private static final Pattern HEX = Pattern.compile(
            "(\\p{XDigit}{8})(-?)(\\p{XDigit}{4})\\2(\\p{XDigit}{4})\\2(\\p{XDigit}{4})\\2(\\p{XDigit}{12})");

    private final String rule;

    GuidNotation(String rule) {
        this.rule = rule;
    }

    /**
     * Writes a GUID.
     *
     * @param guid the GUID, in the byte order of {@link java.util.UUID#toString}
     * @return the text
     */
    public abstract String format(UUID guid);

    /**
     * Reads a GUID, if the text is one of this form.
     *
     * @param text the text
     * @return the GUID; empty if the text is of another form
     */
    public abstract Optional<UUID> find(String text);

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
                        "text [" + GivenText.shown(text) + "] is of another form; give " + rule));
    }

    /** {@return the form of a text, in words} */
    public String rule() {
        return rule;
    }

    private static Optional<UUID> guid(long @Nullable [] bits) {
        return bits == null ? Optional.empty() : Optional.of(new UUID(bits[0], bits[1]));
    }
}
