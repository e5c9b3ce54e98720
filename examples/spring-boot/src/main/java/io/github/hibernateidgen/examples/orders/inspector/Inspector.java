package io.github.hibernateidgen.examples.orders.inspector;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads any id, Snowflake or GUID, and shows its parts. */
public class Inspector {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");
    private static final Pattern CROCKFORD = Pattern.compile("[0-9A-Za-z]{13}");
    private static final Pattern WITH_PREFIX = Pattern.compile("[A-Za-z]{1,32}_([0-9A-Za-z]{13})");
    private static final Pattern GUID = Pattern.compile(
            "([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})", Pattern.CASE_INSENSITIVE);

    private final List<SnowflakeLayout> layouts;

    /** Creates an inspector with the layouts for Snowflake ids. */
    public Inspector(List<SnowflakeLayout> layouts) {
        this.layouts = List.copyOf(layouts);
    }

    /** Returns the ways to read an id. The first chooses by the form of the text. */
    public List<Reading> readings() {
        return Stream.of(
                        Stream.of(new Reading("", "What it looks like")),
                        layouts.stream().map(Reading::of),
                        Stream.of(GuidRanking.values()).map(Reading::of))
                .flatMap(readings -> readings)
                .toList();
    }

    /**
     * Reads an id.
     *
     * @param text 1 to 19 digits, 13 characters of Crockford's Base32, which may have a prefix such as {@code pay_}, or a
     *     GUID with or without hyphens
     * @param reading the name of a {@link Reading}; empty to go by the form of the text
     * @throws IllegalArgumentException if the text is not an id, or cannot be read in this way
     */
    public Inspection inspect(String text, String reading) {
        String id = text.strip();
        Matcher guid = GUID.matcher(id);
        if (guid.matches()) {
            return guid(UUID.fromString(guid.replaceAll("$1-$2-$3-$4-$5")), reading);
        }
        Matcher withPrefix = WITH_PREFIX.matcher(id);
        if (withPrefix.matches()) {
            return snowflake(SnowflakeText.CROCKFORD_BASE32.parse(withPrefix.group(1)), reading);
        }
        if (NUMBER.matcher(id).matches()) {
            return snowflake(SnowflakeText.DECIMAL.parse(id), reading);
        }
        if (CROCKFORD.matcher(id).matches()) {
            return snowflake(SnowflakeText.CROCKFORD_BASE32.parse(id), reading);
        }
        throw new IllegalArgumentException("id [" + id + "] is neither a Snowflake id nor a GUID; give 1 to 19 digits,"
                + " 13 characters of Crockford's Base32, or 32 hexadecimal digits with or without hyphens");
    }

    private Inspection snowflake(long id, String reading) {
        return SnowflakeInspector.inspect(id, reading.isEmpty() ? SnowflakeLayout.STANDARD : layout(reading));
    }

    private SnowflakeLayout layout(String reading) {
        return layouts.stream()
                .filter(layout -> layout.name().equals(reading))
                .findFirst()
                .orElseThrow(() -> unfit("a Snowflake id", reading, "a layout"));
    }

    private static Inspection guid(UUID guid, String reading) {
        return GuidInspector.inspect(
                guid,
                reading.isEmpty()
                        ? GuidInspector.rankingOf(guid)
                        : Reading.ranking(reading).orElseThrow(() -> unfit("a GUID", reading, "an order")));
    }

    private static IllegalArgumentException unfit(String kind, String reading, String other) {
        return new IllegalArgumentException(
                "this is " + kind + ", which can't be read as [" + reading + "]; pick " + other);
    }
}
