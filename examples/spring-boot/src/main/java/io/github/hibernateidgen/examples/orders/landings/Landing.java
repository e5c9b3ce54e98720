package io.github.hibernateidgen.examples.orders.landings;

import java.util.List;
import java.util.Locale;

/**
 * The places of the inserts in the index of the primary key, for a kind of id.
 *
 * @param kind the kind of id
 * @param places for each insert in its sequence, the share of the existing ids that are less: 0 at the start of the index, 1
 *     at its end
 * @param calls how often the inserts called the database
 */
public record Landing(IdKind kind, List<Double> places, int calls) {

    /** The width of the chart with the {@link #dots}. */
    public static final int WIDTH = 1000;

    /** The height of the chart. */
    public static final int HEIGHT = 600;

    /** Copies the list. */
    public Landing {
        places = List.copyOf(places);
    }

    /** Returns how many inserts had an id greater than all ids before. */
    public long atTheEnd() {
        return places.stream().filter(place -> place == 1).count();
    }

    /** Returns the share of these inserts as text: {@code 99.8 %}. */
    public String shareAtTheEnd() {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * atTheEnd() / places.size());
    }

    /**
     * Returns the path of an SVG with a dot for each insert. Later inserts are further to the right, and places near the end
     * of the index further up.
     */
    public String dots() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            long x = Math.round((double) WIDTH * i / places.size());
            long y = Math.round(HEIGHT * (1 - places.get(i)));
            path.append('M').append(x).append(' ').append(y).append("h0");
        }
        return path.toString();
    }
}
