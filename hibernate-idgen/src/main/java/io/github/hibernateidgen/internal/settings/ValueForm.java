package io.github.hibernateidgen.internal.settings;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Reads the values of a setting. Immutable.
 *
 * @param type the type of the values
 * @param range a list of words, or a lower bound with or without an upper bound; if it is empty, the code that uses the value
 *     checks the value
 */
record ValueForm(Class<?> type, String range) {

    /**
     * Reads a value.
     *
     * @param name the name of the setting in Hibernate
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if the value is not of the type, or out of range
     */
    Object read(String name, Object given) {
        if (type.isInstance(given) && !(given instanceof CharSequence)) {
            return inRange(name, given, given);
        }
        String text = given.toString().strip();
        if (type == Boolean.class || (type == String.class && !range.isEmpty())) {
            return parse(name, word(name, text));
        }
        return inRange(name, text, parse(name, text));
    }

    Object parse(String name, String text) {
        String form = "give an object of type " + type.getName();
        try {
            if (type == Long.class) {
                form = "give a whole number";
                return Long.valueOf(text);
            }
            if (type == Duration.class) {
                form = "write a duration with its unit, such as 250ms, 5s, 1m, 1h or PT5S";
                return duration(text);
            }
            if (type == Instant.class) {
                form = "write an instant, such as 2024-01-01T00:00:00Z";
                return Instant.parse(text);
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            throw Setting.invalid(name, text, form, "", e);
        }
        if (type == Boolean.class) {
            return Boolean.valueOf(text);
        }
        if (type.isInstance(text)) {
            return text;
        }
        throw Setting.invalid(name, text, form, "", null);
    }

    private static Duration duration(String text) {
        String compact = text.replace(" ", "").toUpperCase(Locale.ROOT);
        return compact.endsWith("MS")
                ? Duration.ofMillis(Long.parseLong(compact.substring(0, compact.length() - 2)))
                : Duration.parse(compact.contains("P") ? compact : "PT" + compact);
    }

    private String word(String name, String text) {
        List<String> words = List.of(range.split(", "));
        String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
        if (word.equals("false") && words.contains("off")) {
            return "off"; // A YAML parser reads the word "off" as false.
        }
        if (!words.contains(word)) {
            int last = range.lastIndexOf(", ");
            throw Setting.invalid(
                    name, text, "use " + range.substring(0, last) + " or " + range.substring(last + 2), "", null);
        }
        return word;
    }

    private Object inRange(String name, Object given, Object value) {
        if ((type == Long.class || type == Duration.class) && !range.isEmpty()) {
            String[] ends = range.split(" ", 3); // The range is "1s to 24h" or "0 or more", for example.
            if (isLess(value, parse(name, ends[0])) || (ends[1].equals("to") && isLess(parse(name, ends[2]), value))) {
                throw Setting.invalid(name, given, "is out of range", "give " + range, null);
            }
        }
        return value;
    }

    private static boolean isLess(Object value, Object other) {
        return value instanceof Duration duration
                ? duration.compareTo((Duration) other) < 0
                : (Long) value < (Long) other;
    }
}
