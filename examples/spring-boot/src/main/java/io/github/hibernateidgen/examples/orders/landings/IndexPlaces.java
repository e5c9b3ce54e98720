package io.github.hibernateidgen.examples.orders.landings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Computes the places of keys in an index when they are inserted one after another. */
final class IndexPlaces {

    private IndexPlaces() {}

    /**
     * Returns the place of each key among the keys that were inserted before it.
     *
     * @param keys the keys in the sequence in which they are inserted, each once
     * @return for each key, the share of the earlier keys that are less: 0 if the key went to the start of the index, 1 if
     *     it went to the end, as the first key does
     * @throws IllegalArgumentException if a key occurs twice
     */
    static <K extends Comparable<K>> List<Double> of(List<K> keys) {
        List<K> index = new ArrayList<>();
        List<Double> places = new ArrayList<>();
        for (K key : keys) {
            int less = -Collections.binarySearch(index, key) - 1;
            if (less < 0) {
                throw new IllegalArgumentException("key [" + key + "] comes twice; an index of ids has each once");
            }
            places.add(index.isEmpty() ? 1 : (double) less / index.size());
            index.add(less, key);
        }
        return places;
    }
}
