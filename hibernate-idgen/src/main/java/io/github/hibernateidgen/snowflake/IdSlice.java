package io.github.hibernateidgen.snowflake;

/**
 * Ids of a span of time, for {@code where id between :first and :last and mod(id, :modulus) between :lowest and
 * :highest}. The first condition is the one that an index answers; the second one leaves out what the first has too many
 * in a turn that the span cuts. It holds for every id where the span cuts nothing: there the modulus is 1.
 *
 * <p>Immutable and thread-safe.
 *
 * @param first the lowest id, inclusive
 * @param last the highest id, inclusive
 * @param modulus 1, or the power of two that the ids' rest is of
 * @param lowest the lowest rest, inclusive
 * @param highest the highest rest, inclusive
 * @see SnowflakeLayout#slices
 */
public record IdSlice(long first, long last, long modulus, long lowest, long highest) {

    /** All ids from one to another. */
    static IdSlice all(long first, long last) {
        return new IdSlice(first, last, 1, 0, 0);
    }

    /**
     * Tells whether an id is of the slice.
     *
     * @param id an id of the layout
     * @return whether both conditions hold
     */
    public boolean contains(long id) {
        return first <= id && id <= last && lowest <= id % modulus && id % modulus <= highest;
    }
}
