package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.snowflake.LayoutField.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/**
 * Writes and reads an id as the numbers of its fields, in the layout's order, with the time as date and time. Each
 * number is padded to the length of the field's highest number, so that texts sort like the ids of their layout. If the
 * time has two parts, the first part is the date and time at which the turn starts, and the second part is the number
 * of ticks since the turn started.
 */
final class ReadableText {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmssSSS", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);

    private static final int TIME_LENGTH = "20261121-203112641".length();

    private ReadableText() {}

    static int length(SnowflakeLayout layout) {
        requireYear(layout, layout.epoch());
        requireYear(layout, layout.end().minusMillis(1));
        int length = layout.fields().size() - 1;
        for (LayoutField field : layout.fields()) {
            length += length(layout, field);
        }
        return length;
    }

    static String format(SnowflakeLayout layout, long id) {
        Ticks ticks = layout.ticks();
        long turn = -layout.time().ticksOfTurn() & ticks.tick(layout.instant(id).toEpochMilli());
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(ticks.millis(turn)), ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(length(layout));
        int shift = layout.width();
        for (LayoutField field : layout.fields()) {
            shift -= field.bits();
            if (!text.isEmpty()) {
                text.append('-');
            }
            if (isTurn(layout, field)) {
                TIME.formatTo(time, text);
            } else {
                String number = Long.toString(id >>> shift & field.max());
                text.append("0".repeat(length(layout, field) - number.length())).append(number);
            }
        }
        return text.toString();
    }

    static long parse(SnowflakeLayout layout, String text) {
        if (text.length() != length(layout)) {
            throw unreadable(layout, text);
        }
        long id = 0;
        int start = 0;
        for (LayoutField field : layout.fields()) {
            int end = start + length(layout, field);
            String part = text.substring(start, end);
            long value = isTurn(layout, field) ? turn(layout, part) : number(part, field.max());
            if (value < 0 || (end < text.length() && text.charAt(end) != '-')) {
                throw unreadable(layout, text);
            }
            id = id << field.bits() | value;
            start = end + 1;
        }
        return id;
    }

    /** Returns the turn that starts at a time; -1 if no turn of the layout starts at that time. */
    private static long turn(SnowflakeLayout layout, String text) {
        try {
            Instant instant = LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
            long tick = layout.tickOf(instant);
            long turn = tick / layout.time().ticksOfTurn();
            long start = layout.ticks().millis(turn * layout.time().ticksOfTurn());
            return start == instant.toEpochMilli() ? turn : -1;
        } catch (DateTimeException | IllegalArgumentException e) {
            return -1;
        }
    }

    /** Returns the value of a text of digits; -1 if the text has other characters or the value is above the maximum. */
    static long number(String text, long max) {
        long number = 0;
        for (int i = 0; i < text.length() && number >= 0; i++) {
            int digit = text.charAt(i) - '0';
            number = digit < 0 || digit > 9 || number > (max - digit) / 10 ? -1 : number * 10 + digit;
        }
        return number;
    }

    /** Returns whether a field is the upper part of the time, or the only time field. */
    @SuppressWarnings("ReferenceEquality") // Two time fields of the same width may be equal records.
    private static boolean isTurn(SnowflakeLayout layout, LayoutField field) {
        return field == layout.bits().first(Kind.TIME);
    }

    private static int length(SnowflakeLayout layout, LayoutField field) {
        return isTurn(layout, field) ? TIME_LENGTH : Long.toString(field.max()).length();
    }

    private static void requireYear(SnowflakeLayout layout, Instant instant) {
        int year = instant.atOffset(ZoneOffset.UTC).getYear();
        if (year < 0 || year > 9999) {
            throw new WrongArgumentException(
                    "layout [" + layout.name() + "] reaches year [" + year
                            + "], and form READABLE has four digits for it",
                    "narrow the time field or use another form");
        }
    }

    private static IllegalArgumentException unreadable(SnowflakeLayout layout, String text) {
        StringBuilder rule = new StringBuilder();
        for (LayoutField field : layout.fields()) {
            rule.append(rule.isEmpty() ? "" : "-").append(field.name());
            if (!isTurn(layout, field)) {
                rule.append('(').append(length(layout, field)).append(" digits, to ");
                rule.append(field.max()).append(')');
            }
        }
        return new WrongArgumentException(
                "text [" + GivenText.shown(text) + "] is no id in form READABLE of layout [" + layout.name() + "]",
                "give " + rule
                        + ", where time is the start of a "
                        + (layout.time().fineBits() == 0 ? "tick" : "turn") + " in UTC as yyyyMMdd-HHmmssSSS, from "
                        + layout.epoch() + " to before " + layout.end());
    }
}
