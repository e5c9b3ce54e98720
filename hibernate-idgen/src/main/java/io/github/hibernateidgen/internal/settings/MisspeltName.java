package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.Secrets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Explains a name that is no setting of the user's framework, by the nearest name that is a setting. */
final class MisspeltName {

    /** No name of a setting is longer, apart from the name of a layout. */
    private static final int LONGEST = 100;

    private MisspeltName() {}

    static IdgenConfigurationException of(String name, Collection<String> names) {
        String nearest = nearest(name, names);
        return new IdgenConfigurationException(
                GivenText.shown(name),
                Secrets.HIDDEN,
                "no setting has this name, and its value is hidden because it may be a secret",
                words(nearest).equals(words(name)) ? "write " + nearest : advice(nearest));
    }

    private static String advice(String nearest) {
        return (nearest.isEmpty() ? "" : "the nearest name is " + nearest + ", and ") + "the page " + Remedies.DOCS
                + "settings.md lists all settings";
    }

    /** Returns the nearest name; empty if too few characters of the given name are in any name. */
    private static String nearest(String name, Collection<String> names) {
        String given = words(name);
        String nearest = "";
        int least = Integer.MAX_VALUE;
        for (String candidate : given.length() > LONGEST ? List.<String>of() : names) {
            String words = words(candidate);
            int common = common(given, words);
            // The name may be cut off, as in idgen.worker.nam. A missing group, as in idgen.layout, is likelier than a
            // wrong
            // character.
            int distance =
                    3 * (given.length() - common) + words.length() - common - (words.startsWith(given) ? LONGEST : 0);
            if (distance < least && 4 * common >= 3 * given.length()) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Returns a name without its prefix, in lower case, with dots between its words. */
    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", ".")
                .replaceFirst("^(quarkus\\.|spring\\.jpa\\.properties\\.)?(hibernate\\.)?idgen\\.", "")
                .replaceFirst("(layouts\\.).+(\\..*)", "$1name$2");
    }

    /** Returns the length of the longest common subsequence. */
    private static int common(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int i = 0; i < left.length(); i++) {
            int diagonal = 0;
            for (int j = 0; j < right.length(); j++) {
                int above = row[j + 1];
                row[j + 1] = left.charAt(i) == right.charAt(j) ? diagonal + 1 : Math.max(above, row[j]);
                diagonal = above;
            }
        }
        return row[right.length()];
    }
}
