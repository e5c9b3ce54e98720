package io.github.hibernateidgen.examples.orders;

import static io.github.hibernateidgen.examples.orders.PurchaseOrder.LAYOUT;

import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * The orders on a page. A span of time and the end of the previous page are both ranges of ids, so the primary key serves
 * each of them and both together.
 *
 * @param from the start of the span of time, inclusive
 * @param to the end of the span, exclusive
 * @param after the last id of the previous page, which is greater than all ids on this page; null for the first page
 * @param limit the size of the page, 1 to 100
 */
record OrderQuery(Instant from, Instant to, Long after, int limit) {

    static final int DEFAULT_LIMIT = 20;
    static final int MAX_LIMIT = 100;

    /**
     * Reads the parameters of a request; each may be null.
     *
     * @param after the last id of the previous page, which is greater than all ids on this page
     * @param from an instant, inclusive; the layout's epoch unless given
     * @param to an instant, exclusive; the layout's end unless given
     * @param limit the size of the page; 20 unless given
     * @throws BadParameterException if a parameter is unreadable or out of range
     */
    static OrderQuery of(String after, String from, String to, String limit) {
        Instant start = from == null ? LAYOUT.epoch() : instant("from", from);
        Instant end = to == null ? LAYOUT.end() : instant("to", to);
        if (start.isBefore(LAYOUT.epoch()) || !start.isBefore(LAYOUT.end())) {
            throw new BadParameterException(
                    "from", from, "give an instant from " + LAYOUT.epoch() + " to before " + LAYOUT.end());
        }
        if (!end.isAfter(start) || end.isAfter(LAYOUT.end())) {
            throw new BadParameterException("to", to, "give an instant after " + start + " and up to " + LAYOUT.end());
        }
        return new OrderQuery(
                start, end, after == null ? null : id("after", after), limit == null ? DEFAULT_LIMIT : limit(limit));
    }

    /** Reads an id. */
    static long id(String parameter, String text) {
        try {
            return SnowflakeText.DECIMAL.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadParameterException(
                    parameter, text, "give an id: 1 to 19 digits, at most " + Long.MAX_VALUE, e);
        }
    }

    private static Instant instant(String parameter, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new BadParameterException(
                    parameter, text, "give an instant of ISO-8601 in UTC, such as 2026-11-21T09:30:00Z", e);
        }
    }

    private static int limit(String text) {
        if (!text.matches("[1-9][0-9]?|100")) {
            throw new BadParameterException("limit", text, "give a number from 1 to " + MAX_LIMIT);
        }
        return Integer.parseInt(text);
    }
}
