package io.github.hibernateidgen.snowflake;

/**
 * The condition for ids of a span of time: {@code id between :first and :last and mod(id, :modulus) between :lowest and
 * :highest}. An index answers the first part. The second part excludes the ids of a turn that lie outside of the span,
 * if the span begins or ends inside that turn. In a slice of whole turns the second part holds for every id, and the
 * modulus is 1.
 *
 * <p>Immutable and thread-safe.
 *
 * @param first the lowest id, inclusive
 * @param last the highest id, inclusive
 * @param modulus 1, or a power of two; the rest is the id modulo this number
 * @param lowest the lowest rest, inclusive
 * @param highest the highest rest, inclusive
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
