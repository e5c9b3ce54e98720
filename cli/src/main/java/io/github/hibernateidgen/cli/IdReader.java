package io.github.hibernateidgen.cli;

import io.github.hibernateidgen.internal.notation.WrittenId;
import io.github.hibernateidgen.internal.notation.WrittenId.ReadableSnowflake;
import io.github.hibernateidgen.internal.notation.WrittenId.Snowflake;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the ids of a command: also with the prefix of any application, and in readable form by the possible layouts. */
final class IdReader {

    /** A number or a GUID in parts. The last part is not an id. */
    private static final Pattern PARTS =
            Pattern.compile(".*(?:[-._~][0-9]+[-._~][0-9]{1,19}|(?:\\p{XDigit}{4}-){2}\\p{XDigit}{1,13})");

    private static final int SHORT_GUID = 26;

    /** The length of the longest prefix: 63 letters of a TypeID and the separator. */
    private static final int LONGEST_PREFIX = 64;

    /** An id with a prefix that ends with a character that is neither a letter nor a digit. */
    private static final Pattern PREFIXED = Pattern.compile(
            "([-._~0-9A-Za-z]{0,62}?[A-Za-z][-._~0-9A-Za-z]{0,62}?[-._~])"
                    + "([0-7][0-9A-Za-z&&[^Uu]]{12}|[0-9]{1,19}|[0-7][0-9A-Za-z]{25}|\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})");

    private IdReader() {}

    /**
     * Reads an id with or without a prefix.
     *
     * @param layouts the possible layouts of a text in readable form
     * @return the id, not in readable form
     * @throws RejectedException if the text is not an id
     */
    static WrittenId parse(String text, List<SnowflakeLayout> layouts) {
        return find(text, layouts)
                .or(() -> behindPrefix(text).flatMap(id -> find(id, layouts)))
                .orElseThrow(() ->
                        new RejectedException("text [" + GivenText.shown(text) + "] is not an id: " + problem(text)));
    }

    private static String problem(String text) {
        return WrittenId.suspicion(text)
                .orElse(
                        IdSealer.looksSealed(text)
                                ? "it could be sealed text; give the key with --keys"
                                : "give " + WrittenId.FORMS + ", with or without a prefix that ends with one of"
                                        + " - . _ ~");
    }

    private static Optional<String> behindPrefix(String text) {
        Matcher prefixed = PREFIXED.matcher(text);
        if (!prefixed.matches() || prefixed.end(1) > LONGEST_PREFIX) {
            return Optional.empty();
        }
        String id = String.valueOf(prefixed.group(2));
        boolean isPart = id.length() < SHORT_GUID
                && (WrittenId.isCutGuid(text) || PARTS.matcher(text).matches());
        return isPart ? Optional.empty() : Optional.of(id);
    }

    /**
     * Reads an id without a prefix.
     *
     * @param layouts the possible layouts of a text in readable form
     * @return the id, not in readable form; empty if the text has none of the forms
     * @throws RejectedException if the text is in readable form, but fits no layout
     */
    static Optional<WrittenId> find(String text, List<SnowflakeLayout> layouts) {
        return WrittenId.find(text).map(id -> id instanceof ReadableSnowflake ? readable(text, layouts) : id);
    }

    private static WrittenId readable(String text, List<SnowflakeLayout> layouts) {
        IllegalArgumentException failure = null;
        for (SnowflakeLayout layout : layouts) {
            try {
                return new Snowflake(SnowflakeText.READABLE.parse(layout, text));
            } catch (IllegalArgumentException e) {
                failure = e; // The text does not fit this layout, so the next layout is tried.
            }
        }
        throw new RejectedException(
                "text [" + GivenText.shown(text) + "] is in readable form, but does not fit the layouts "
                        + layouts.stream().map(SnowflakeLayout::name).toList() + "; give its --layout"
                        + (layouts.size() == 1 && failure != null ? ": " + failure.getMessage() : ""));
    }
}
