package io.github.hibernateidgen.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * Base32 with the digits and all letters except I, L, O and U. Each character has 5 bits, the highest bits first. The first
 * character of a text has only 3 bits, so 13 characters have 63 bits, and 26 characters have 128 bits.
 *
 * <p>Source: Douglas Crockford, "Base 32".
 */
public enum Base32 {

    /** Lower case only. */
    LOWER("0123456789abcdefghjkmnpqrstvwxyz"),

    /** Writes upper case. Reads upper and lower case. */
    UPPER("0123456789ABCDEFGHJKMNPQRSTVWXYZ"),

    /** Writes upper case. Reads upper and lower case, I and L as 1, and O as 0. */
    CROCKFORD(UPPER.alphabet);

    private final String alphabet;

    Base32(String alphabet) {
        this.alphabet = alphabet;
    }

    /**
     * Writes a number of 128 bits.
     *
     * @param high its high 64 bits
     * @param low its low 64 bits
     * @param length how many characters
     */
    public String format(long high, long low, int length) {
        byte[] text = new byte[length];
        long rest = low;
        long above = high;
        for (int i = length - 1; i >= 0; i--) {
            text[i] = (byte) alphabet.charAt((int) rest & 31);
            rest = rest >>> 5 | above << 59;
            above >>>= 5;
        }
        return new String(text, ISO_8859_1);
    }

    /** Reads a number of 128 bits. Returns its high and its low 64 bits, or null if the text has another form. */
    public long @Nullable [] parse(String text, int length) {
        if (text.length() != length || value(text.charAt(0)) > 7) {
            return null;
        }
        long high = 0;
        long low = 0;
        int all = 0;
        for (int i = 0; i < length; i++) {
            int value = value(text.charAt(i));
            all |= value; // Negative from the first character that is not in the alphabet.
            high = high << 5 | low >>> 59;
            low = low << 5 | value;
        }
        return all < 0 ? null : new long[] {high, low};
    }

    /**
     * Returns the value of a character, or -1. Only ASCII letters are folded, because the upper case of the long s, U+017F,
     * is the letter S.
     */
    private int value(char c) {
        int folded = this != LOWER && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
        if (this == CROCKFORD && (folded == 'I' || folded == 'L')) {
            return 1;
        }
        return this == CROCKFORD && folded == 'O' ? 0 : alphabet.indexOf(folded);
    }
}
