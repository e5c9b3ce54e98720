package io.github.hibernateidgen.examples.orders.landings;

import java.util.List;
import java.util.Locale;

/**
 * Where the inserts of one kind of id went in the index of the primary key.
 *
 * @param kind the kind of id
 * @param places for each insert, as they came, the share of the ids then there that are less: 0 at the start of the index,
 *     1 at its end
 * @param calls how often the inserts called the database
 */
public record Landing(IdKind kind, List<Double> places, int calls) {

    /** The width of the chart that {@link #dots} are drawn in. */
    public static final int WIDTH = 1000;

    /** Its height. */
    public static final int HEIGHT = 600;

    /** Copies the list. */
    public Landing {
        places = List.copyOf(places);
    }

    /** How many inserts had the greatest id so far. */
    public long atTheEnd() {
        return places.stream().filter(place -> place == 1).count();
    }

    /** The share of them, for people: {@code 99.8 %}. */
    public String shareAtTheEnd() {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * atTheEnd() / places.size());
    }

    /** A dot for each insert as the path of an SVG: to the right as they came, upward to the end of the index. */
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
