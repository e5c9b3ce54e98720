package io.github.hibernateidgen.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * Base32 with digits and the letters without I, L, O and U: 5 bits in a character, the highest first. The first character of a
 * text holds 3 bits, so 13 characters are 63 bits, and 26 are 128.
 *
 * <p>Source: Douglas Crockford, "Base 32".
 */
public enum Base32 {

    /** Lower case only. */
    LOWER("0123456789abcdefghjkmnpqrstvwxyz"),

    /** Upper case; lower case is read, too. */
    UPPER("0123456789ABCDEFGHJKMNPQRSTVWXYZ"),

    /** Upper case; lower case is read, too, I and L as 1, and O as 0. */
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

    /** Reads a number of 128 bits: its high and its low 64 bits, or null if the text is of another form. */
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

    /** Folds ASCII only: the upper case of the long s, U+017F, is the letter S. */
    private int value(char c) {
        int folded = this != LOWER && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
        if (this == CROCKFORD && (folded == 'I' || folded == 'L')) {
            return 1;
        }
        return this == CROCKFORD && folded == 'O' ? 0 : alphabet.indexOf(folded);
    }
}
