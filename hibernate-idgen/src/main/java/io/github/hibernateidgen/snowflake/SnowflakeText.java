package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.Base32;
import io.github.hibernateidgen.internal.text.GivenText;

/**
 * How a Snowflake id is written as text. All forms but {@link #PLAIN_DECIMAL} have a fixed width, so that text sorts as
 * the numbers do. {@link #READABLE} needs to know the id's layout; the others are the same for all layouts.
 *
 * <p>Thread-safe.
 */
public enum SnowflakeText {

    /** Nineteen decimal digits, padded with zeros: {@code 0001234567890123456}. Parsing takes 1 to 19 digits. */
    DECIMAL(19),

    /**
     * The number in decimal, without leading zeros, as {@code Long.toString} writes it: for text that other programs
     * already write so. It does <em>not</em> sort as the numbers do where their lengths differ: {@code "9"} comes after
     * {@code "10"}. Parsing takes 1 to 19 digits.
     */
    PLAIN_DECIMAL(19),

    /**
     * Thirteen characters of Douglas Crockford's Base32: digits and upper-case letters without I, L, O and U. Parsing
     * takes lower case as well, and reads I and L as 1 and O as 0.
     *
     * <p>Source: Douglas Crockford, "Base 32".
     */
    CROCKFORD_BASE32(13),

    /**
     * Date and time of the tick in UTC, then the number of each other field in the layout's order, with leading zeros:
     * {@code 20261121-203112641-0237-1613} is worker 237, sequence 1613. Where the time has two parts, the first is the date
     * and time at which the {@linkplain SnowflakeLayout#turn turn} began, and the second the ticks since then. For people
     * who tell each other ids. Parsing takes exactly this.
     */
    READABLE(0);

    private final int length;

    SnowflakeText(int length) {
        this.length = length;
    }

    /**
     * Returns the longest text of an id, in characters, all of them ASCII.
     *
     * @return 19 or 13; every text of {@link #DECIMAL} and {@link #CROCKFORD_BASE32} is as long
     * @throws IllegalArgumentException of {@link #READABLE}, which depends on the layout
     */
    public int length() {
        if (this == READABLE) {
            throw new IllegalArgumentException("form [" + this + "] depends on the layout; give the layout, too");
        }
        return length;
    }

    /**
     * Returns the longest text of an id of one layout, in characters, all of them ASCII.
     *
     * @param layout the layout
     * @return the length; every text is as long, but for {@link #PLAIN_DECIMAL}
     * @throws IllegalArgumentException of {@link #READABLE}, if the layout reaches beyond the years 0 to 9999
     */
    public int length(SnowflakeLayout layout) {
        return this == READABLE ? ReadableText.length(layout) : length;
    }

    /**
     * Writes an id.
     *
     * @param id 0 or more
     * @return the text
     * @throws IllegalArgumentException if the id is negative; of {@link #READABLE}, which depends on the layout
     */
    public String format(long id) {
        int width = length();
        if (id < 0) {
            throw new IllegalArgumentException("id [" + id + "] is negative; Snowflake ids are 0 or more");
        }
        if (this == CROCKFORD_BASE32) {
            return Base32.CROCKFORD.format(0, id, width);
        }
        String digits = Long.toString(id);
        return this == PLAIN_DECIMAL ? digits : "0".repeat(width - digits.length()) + digits;
    }

    /**
     * Writes an id of a layout.
     *
     * @param layout the layout, which makes a difference to {@link #READABLE} only
     * @param id 0 or more
     * @return the text
     * @throws IllegalArgumentException if the id is negative; of {@link #READABLE}, if it is wider than the layout
     */
    public String format(SnowflakeLayout layout, long id) {
        return this == READABLE ? ReadableText.format(layout, id) : format(id);
    }

    /**
     * Reads an id.
     *
     * @param text the text
     * @return the id, 0 or more
     * @throws IllegalArgumentException if the text is not of this form; of {@link #READABLE}, which depends on the layout
     */
    public long parse(String text) {
        int longest = length();
        if (this == CROCKFORD_BASE32) {
            long[] bits = Base32.CROCKFORD.parse(text, longest);
            if (bits == null) {
                throw unreadable(text, "13 characters of Crockford's Base32, the first at most 7");
            }
            return bits[1];
        }
        long id = text.length() > longest || text.isEmpty() ? -1 : ReadableText.number(text, Long.MAX_VALUE);
        if (id < 0) {
            throw unreadable(text, "1 to 19 digits, at most " + Long.MAX_VALUE);
        }
        return id;
    }

    /**
     * Reads an id of a layout.
     *
     * @param layout the layout, which makes a difference to {@link #READABLE} only
     * @param text the text
     * @return the id, 0 or more
     * @throws IllegalArgumentException if the text is not of this form
     */
    public long parse(SnowflakeLayout layout, String text) {
        return this == READABLE ? ReadableText.parse(layout, text) : parse(text);
    }

    private IllegalArgumentException unreadable(String text, String rule) {
        return new IllegalArgumentException(
                "text [" + GivenText.shown(text) + "] is no id in form " + this + "; give " + rule);
    }
}
