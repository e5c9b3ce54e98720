package io.github.hibernateidgen.worker;

import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of worker numbers, from which a process takes its worker number. Processes that reserve their numbers in
 * different stores can write the same tables if the ranges of the stores have no number in common.
 *
 * <p>Immutable and thread-safe.
 *
 * @param first the lowest worker number, 0 or more
 * @param last the highest worker number, not below the lowest
 */
public record WorkerRange(long first, long last) {

    /** All worker numbers of each layout. */
    public static final WorkerRange ALL = new WorkerRange(0, Long.MAX_VALUE);

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,18})\\s*-\\s*([0-9]{1,18})");

    /**
     * Checks the two numbers.
     *
     * @throws IllegalArgumentException if the lowest number is negative, or above the highest number
     */
    public WorkerRange {
        if (first < 0 || last < first) {
            throw new WrongArgumentException(
                    "range of worker numbers [" + first + "-" + last + "] is empty or negative",
                    "give the lowest and the highest number, such as 0-511");
        }
    }

    /**
     * Parses a range.
     *
     * @param text the lowest and the highest number, such as {@code 0-511}
     * @return the range
     * @throws IllegalArgumentException if the text has another form, or the range is empty
     */
    public static WorkerRange parse(String text) {
        Matcher numbers = TEXT.matcher(text.strip());
        if (!numbers.matches()) {
            throw new WrongArgumentException(
                    "range of worker numbers [" + GivenText.shown(text) + "] is not readable",
                    "give the lowest and the highest number, such as 0-511");
        }
        return new WorkerRange(Long.parseLong(numbers.group(1)), Long.parseLong(numbers.group(2)));
    }

    /**
     * Returns whether a number belongs to this range.
     *
     * @param worker a worker number
     * @return whether the range contains the number
     */
    public boolean contains(long worker) {
        return first <= worker && worker <= last;
    }

    /** {@return the highest number plus 1; {@link Long#MAX_VALUE} for all numbers} */
    public long end() {
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    /**
     * Returns whether a layout has all numbers of this range. {@link #ALL} fits every layout.
     *
     * @param workers how many worker numbers the layout has, 1 or more
     * @return whether the range fits
     */
    public boolean fits(long workers) {
        return equals(ALL) || last < workers;
    }

    /** Returns the text that {@link #parse} accepts; for {@link #ALL} returns {@code all}. */
    @Override
    public String toString() {
        return equals(ALL) ? "all" : first + "-" + last;
    }
}
