package io.github.hibernateidgen.internal.mapping;

import io.github.hibernateidgen.guid.GuidNotation;
import io.github.hibernateidgen.internal.columns.GuidText;
import io.github.hibernateidgen.internal.factory.TextRule;
import io.github.hibernateidgen.seal.Seal;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.math.BigInteger;
import java.util.UUID;

/** What the texts of values are, in words, as a pattern and by an example. */
final class TextRules {

    static final TextRule SEALED = new TextRule(
            "the name of a key and 26 characters of Base32, as the text was written", Seal.PATTERN, Seal.EXAMPLE);

    static final TextRule FREE = new TextRule("text", ".+", "A1");

    private static final String LONG_WORDS = "1 to 19 digits";
    private static final String LONG_PATTERN = "-?[0-9]{1,19}";

    private static final long SNOWFLAKE = 382770312745709588L;
    private static final UUID GUID = UUID.fromString("0190ecd2-4a3b-7c5d-8e6f-708192a3b4c5");

    private TextRules() {}

    /** Numbers of segments, as digits. */
    static TextRule segments(Class<?> type) {
        return digits(type, "17");
    }

    /** Numbers of segments with a prefix, as digits without zeros in front. */
    static TextRule counts(Class<?> type) {
        return type == BigInteger.class
                ? new TextRule("1 to 38 digits", "(0|[1-9][0-9]{0,37})", "17")
                : new TextRule(LONG_WORDS, "(0|[1-9][0-9]{0,18})", "17");
    }

    /** Snowflake ids, as digits. */
    static TextRule snowflakes(Class<?> type) {
        return digits(type, Long.toString(SNOWFLAKE));
    }

    private static TextRule digits(Class<?> type, String example) {
        return type == BigInteger.class
                ? new TextRule("1 to 38 digits", "-?[0-9]{1,38}", example)
                : new TextRule(LONG_WORDS, LONG_PATTERN, example);
    }

    static TextRule snowflakes(SnowflakeLayout layout, SnowflakeText text) {
        return switch (text) {
            case CROCKFORD_BASE32 ->
                new TextRule(
                        "13 characters of Crockford's Base32, the first at most 7",
                        "[0-7][0-9A-HJKMNP-TV-Z]{12}",
                        text.format(SNOWFLAKE));
            case DECIMAL -> new TextRule(LONG_WORDS, "[0-9]{19}", text.format(SNOWFLAKE));
            case PLAIN_DECIMAL -> new TextRule(LONG_WORDS, "[0-9]{1,19}", text.format(SNOWFLAKE));
            case READABLE -> {
                String example = text.format(layout, SNOWFLAKE >>> (Long.SIZE - 1 - layout.width()));
                yield new TextRule(
                        "date, time and numbers of layout [" + layout.name() + "], as yyyyMMdd-HHmmssSSS-NUMBERS",
                        example.replaceAll("[0-9]+", "[0-9]+"),
                        example);
            }
        };
    }

    static TextRule guids(GuidNotation notation, GuidText text) {
        return switch (notation) {
            case UUID -> {
                String digit = text == GuidText.UPPER_CASE ? "[0-9A-F]" : "[0-9a-f]";
                yield new TextRule(
                        notation.rule(),
                        text == GuidText.COMPACT
                                ? digit + "{32}"
                                : digit + "{8}-(" + digit + "{4}-){3}" + digit + "{12}",
                        text.format(GUID));
            }
            case TYPE_ID -> new TextRule(notation.rule(), "[0-7][0-9a-hjkmnp-tv-z]{25}", notation.format(GUID));
            case ULID -> new TextRule(notation.rule(), "[0-7][0-9A-HJKMNP-TV-Z]{25}", notation.format(GUID));
        };
    }
}
