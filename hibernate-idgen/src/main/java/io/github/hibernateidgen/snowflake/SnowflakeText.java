package io.github.hibernateidgen.snowflake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * How a Snowflake id is written as text. Both forms have a fixed width, so that text sorts as the numbers do.
 *
 * <p>Thread-safe.
 */
public enum SnowflakeText {

    /** Nineteen decimal digits, padded with zeros: {@code 0001234567890123456}. Parsing takes 1 to 19 digits. */
    DECIMAL(19) {
        @Override
        public String format(long id) {
            String digits = Long.toString(requireId(id));
            return "0".repeat(length() - digits.length()) + digits;
        }

        @Override
        public long parse(String text) {
            if (text.isEmpty() || text.length() > length()) {
                throw unreadable(text);
            }
            long id = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                // 19 digits can pass 2^63, and wrap below 0 there.
                if (c < '0' || c > '9' || (id = id * 10 + (c - '0')) < 0) {
                    throw unreadable(text);
                }
            }
            return id;
        }

        @Override
        String rule() {
            return "1 to 19 digits, at most " + Long.MAX_VALUE;
        }
    },

    /**
     * Thirteen characters of Douglas Crockford's Base32: digits and upper-case letters without I, L, O and U. Parsing
     * takes lower case too, and reads I and L as 1 and O as 0.
     *
     * <p>Source: Douglas Crockford, "Base 32".
     */
    CROCKFORD_BASE32(13) {
        @Override
        public String format(long id) {
            requireId(id);
            byte[] text = new byte[length()];
            for (int i = text.length - 1, shift = 0; i >= 0; i--, shift += 5) {
                text[i] = (byte) ALPHABET.charAt((int) (id >>> shift) & 31);
            }
            return new String(text, ISO_8859_1);
        }

        @Override
        public long parse(String text) {
            // The first character holds the top 3 of 63 bits.
            if (text.length() != length() || value(text.charAt(0)) > 7) {
                throw unreadable(text);
            }
            long id = 0;
            for (int i = 0; i < text.length(); i++) {
                int value = value(text.charAt(i));
                if (value < 0) {
                    throw unreadable(text);
                }
                id = id << 5 | value;
            }
            return id;
        }

        @Override
        String rule() {
            return "13 characters of Crockford's Base32, the first at most 7";
        }
    };

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final int length;

    SnowflakeText(int length) {
        this.length = length;
    }

    /** {@return the length of every formatted id: 19 or 13 characters, all ASCII} */
    public int length() {
        return length;
    }

    /**
     * Writes an id.
     *
     * @param id 0 or more
     * @return the text, {@link #length()} characters long
     * @throws IllegalArgumentException if the id is negative
     */
    public abstract String format(long id);

    /**
     * Reads an id.
     *
     * @param text the text
     * @return the id, 0 or more
     * @throws IllegalArgumentException if the text is not of this form
     */
    public abstract long parse(String text);

    abstract String rule();

    IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("text [" + text + "] is no id in form " + this + "; give " + rule());
    }

    private static long requireId(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("id [" + id + "] is negative; Snowflake ids are 0 or more");
        }
        return id;
    }

    private static int value(char c) {
        return switch (c) {
            case 'I', 'i', 'L', 'l' -> 1;
            case 'O', 'o' -> 0;
            default -> ALPHABET.indexOf(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
        };
    }
}
