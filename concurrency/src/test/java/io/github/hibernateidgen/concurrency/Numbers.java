package io.github.hibernateidgen.concurrency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges the numbers that threads got, for races with too many correct outcomes to list. */
public final class Numbers {

    /** The only correct answer. */
    public static final String RIGHT = "ascending in each thread, none twice";

    private Numbers() {}

    /** Returns {@link #RIGHT}, or the numbers of each thread. */
    public static String judge(int[]... threads) {
        Set<Integer> seen = new HashSet<>();
        boolean right = true;
        for (int[] numbers : threads) {
            for (int i = 0; i < numbers.length; i++) {
                right &= seen.add(numbers[i]) && (i == 0 || numbers[i - 1] < numbers[i]);
            }
        }
        return right ? RIGHT : show(threads);
    }

    /** Returns the numbers of each thread. */
    public static String show(int[]... threads) {
        List<String> shown = new ArrayList<>();
        for (int[] numbers : threads) {
            shown.add(Arrays.toString(numbers));
        }
        return String.join(" beside ", shown);
    }
}
