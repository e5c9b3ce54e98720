package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.Base32;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;

/**
 * The text forms of a Snowflake id. All forms except {@link #PLAIN_DECIMAL} have a fixed width, so that texts sort like
 * the numbers. {@link #READABLE} depends on the id's layout; the other forms are the same for all layouts.
 *
 * <p>Thread-safe.
 */
public enum SnowflakeText {

    /** Nineteen decimal digits, padded with zeros: {@code 0001234567890123456}. Parsing accepts 1 to 19 digits. */
    DECIMAL(19),

    /**
     * The number in decimal, without leading zeros, as {@code Long.toString} writes it, for programs that already use
     * such text. Texts of different lengths do <em>not</em> sort like the numbers: {@code "9"} comes after {@code
     * "10"}. Parsing accepts 1 to 19 digits.
     */
    PLAIN_DECIMAL(19),

    /**
     * Thirteen characters of Douglas Crockford's Base32: digits and upper-case letters without I, L, O and U. Parsing
     * also accepts lower case, and reads I and L as 1 and O as 0.
     *
     * <p>Source: Douglas Crockford, "Base 32".
     */
    CROCKFORD_BASE32(13),

    /**
     * The fields in the layout's order, with {@code -} between them: the time as the date and time of the tick in UTC,
     * and each other field as a number with leading zeros. With the layout {@code standard}, {@code
     * 20261121-203112641-0237-1613} is worker 237, sequence 1613. If the layout's time has two parts, the first part is
     * the date and time at which the {@linkplain SnowflakeLayout#turn turn} began, and the second part is the number of
     * ticks since then. This form is for ids that people read and dictate. Parsing accepts exactly this form.
     */
    READABLE(0);

    private final int length;

    SnowflakeText(int length) {
        this.length = length;
    }

    /**
     * Returns the maximum length of an id's text, in characters. All characters are ASCII.
     *
     * @return 19 or 13; all texts of {@link #DECIMAL} and {@link #CROCKFORD_BASE32} have this length
     * @throws IllegalArgumentException if this form is {@link #READABLE}, which depends on the layout
     */
    public int length() {
        if (this == READABLE) {
            throw new WrongArgumentException("form [" + this + "] depends on the layout", "give the layout, too");
        }
        return length;
    }

    /**
     * Returns the maximum length of the text of a layout's ids, in characters. All characters are ASCII.
     *
     * @param layout the layout
     * @return the length; except for {@link #PLAIN_DECIMAL}, all texts have this length
     * @throws IllegalArgumentException if this form is {@link #READABLE} and the layout reaches beyond the years 0 to
     *     9999
     */
    public int length(SnowflakeLayout layout) {
        return this == READABLE ? ReadableText.length(layout) : length;
    }

    /**
     * Writes an id.
     *
     * @param id 0 or more
     * @return the text
     * @throws IllegalArgumentException if the id is negative, or this form is {@link #READABLE}, which depends on the
     *     layout
     */
    public String format(long id) {
        int width = length();
        if (id < 0) {
            throw new WrongArgumentException("id [" + id + "] is negative", "Snowflake ids are 0 or more");
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
     * @throws IllegalArgumentException if the id is negative, or this form is {@link #READABLE} and the id is wider
     *     than the layout, or the layout reaches beyond the years 0 to 9999
     */
    public String format(SnowflakeLayout layout, long id) {
        return this == READABLE ? ReadableText.format(layout, id) : format(id);
    }

    /**
     * Reads an id.
     *
     * @param text the text
     * @return the id, 0 or more
     * @throws IllegalArgumentException if the text has another form, or this form is {@link #READABLE}, which depends
     *     on the layout
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
     * @throws IllegalArgumentException if the text is not of this form, or this form is {@link #READABLE} and the
     *     layout reaches beyond the years 0 to 9999
     */
    public long parse(SnowflakeLayout layout, String text) {
        return this == READABLE ? ReadableText.parse(layout, text) : parse(text);
    }

    private IllegalArgumentException unreadable(String text, String rule) {
        return new WrongArgumentException(
                "text [" + GivenText.shown(text) + "] is no id in form " + this, "give " + rule);
    }
}
