package io.github.hibernateidgen.snowflake;

/**
 * The condition for ids of a span of time: {@code id between :first and :last and mod(id, :modulus) between :lowest and
 * :highest}. An index answers the first part. If the span begins or ends inside a {@linkplain SnowflakeLayout#turn
 * turn}, the second part excludes the ids of that turn outside of the span. In a slice of whole turns, the second part
 * holds for every id, and the modulus is 1.
 *
 * <p>Immutable and thread-safe.
 *
 * @param first the lowest id, inclusive
 * @param last the highest id, inclusive
 * @param modulus 1, or a power of two; the remainder is the id modulo this number
 * @param lowest the lowest remainder, inclusive
 * @param highest the highest remainder, inclusive
 * @see SnowflakeLayout#slices
 */
public record IdSlice(long first, long last, long modulus, long lowest, long highest) {

    /**
     * Returns whether the slice contains an id.
     *
     * @param id an id of the layout
     * @return whether both parts of the condition hold
     */
    public boolean contains(long id) {
        return first <= id && id <= last && lowest <= id % modulus && id % modulus <= highest;
    }
}
