package io.github.hibernateidgen.guid;

import io.github.hibernateidgen.internal.text.GivenText;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

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
            return HEX.matcher(text).matches()
                    ? Optional.of(
                            java.util.UUID.fromString(HYPHENS.matcher(text).replaceAll("$1-$2-$3-$4-$5")))
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
            return base32(guid);
        }

        @Override
        public Optional<UUID> find(String text) {
            return parseBase32(text);
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
            return base32(guid).toUpperCase(Locale.ROOT);
        }

        @Override
        public Optional<UUID> find(String text) {
            return parseBase32(lowerCase(text));
        }
    };

    /** The alphabet of the two short forms. */
    private static final int LENGTH = 26;

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final Pattern HYPHENS = Pattern.compile(
            "(\\p{XDigit}{8})-?(\\p{XDigit}{4})-?(\\p{XDigit}{4})-?(\\p{XDigit}{4})-?(\\p{XDigit}{12})");
    private static final Pattern HEX =
            Pattern.compile("\\p{XDigit}{32}|\\p{XDigit}{8}-(?:\\p{XDigit}{4}-){3}\\p{XDigit}{12}");

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

    private static String base32(UUID guid) {
        char[] text = new char[LENGTH];
        long high = guid.getMostSignificantBits();
        long low = guid.getLeastSignificantBits();
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = ALPHABET.charAt((int) low & 31);
            low = low >>> 5 | high << 59;
            high >>>= 5;
        }
        return new String(text);
    }

    /** Folds ASCII only: the lower case of the Kelvin sign, U+212A, is the letter k. */
    private static String lowerCase(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c - 'A' + 'a'));
            }
        }
        return lower.toString();
    }

    private static Optional<UUID> parseBase32(String text) {
        if (text.length() != LENGTH || text.charAt(0) < '0' || text.charAt(0) > '7') {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        int all = 0;
        for (int i = 0; i < LENGTH; i++) {
            int value = ALPHABET.indexOf(text.charAt(i));
            all |= value; // Negative from the first character that is not in the alphabet.
            high = high << 5 | low >>> 59;
            low = low << 5 | value;
        }
        return all < 0 ? Optional.empty() : Optional.of(new UUID(high, low));
    }
}
