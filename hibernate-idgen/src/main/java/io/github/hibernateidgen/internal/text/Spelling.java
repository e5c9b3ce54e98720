package io.github.hibernateidgen.internal.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a misspelt one was most likely meant to be. */
public final class Spelling {

    /** Names that differ in more than a third of their characters are not alike. */
    private static final int MOST_ALIKE = 3;

    private Spelling() {}

    /**
     * Finds the nearest name.
     *
     * @param given the misspelt name
     * @param names the names that exist
     * @return the name that takes the fewest insertions, deletions and replacements of a character; empty if none is near
     */
    public static Optional<String> nearest(String given, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(given, name) <= Math.max(2, unlike(given, name) / MOST_ALIKE))
                .min(Comparator.<String>comparingInt(name -> distance(given, name))
                        .thenComparing(name -> name));
    }

    /**
     * Continues a sentence that says that no such name exists.
     *
     * @param given the misspelt name
     * @param names the names that exist
     * @return the nearest name as a question, if one is near, and the beginning of a sentence that lists the names
     */
    public static String hint(String given, Collection<String> names) {
        return nearest(given, names)
                .map(name -> "; did you mean " + name + "? Those")
                .orElse("; those");
    }

    /** Returns how many characters are left of the shorter name without the beginning that both have. */
    private static int unlike(String given, String name) {
        int same = 0;
        int shorter = Math.min(given.length(), name.length());
        while (same < shorter && given.charAt(same) == name.charAt(same)) {
            same++;
        }
        int prefix = given.lastIndexOf('.', same) + 1;
        return shorter - Math.min(prefix, shorter);
    }

    /** Returns the Levenshtein distance, by dynamic programming over one row. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
