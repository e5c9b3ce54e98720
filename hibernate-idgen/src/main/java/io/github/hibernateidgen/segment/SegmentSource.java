package io.github.hibernateidgen.segment;

/**
 * Where segments come from: a sequence, a table, a counter.
 *
 * <p>What uniqueness rests on, and nothing else: a number is in one answer at most, over all processes and for ever. A
 * source whose store can lose what it has confirmed can hand out a range twice. An answer that is lost loses its range.
 *
 * <p>Implementations are thread-safe: calls come from several threads of a {@link SegmentGenerator} at a time, and may
 * block.
 */
public interface SegmentSource {

    /**
     * Checks that numbers can be taken, without taking any. Called when a session factory starts, once its tables are there; a
     * source must not rely on the call.
     *
     * @throws NumbersLostException if the store may hand out again what it has handed out
     * @throws RuntimeException if the store did not answer
     */
    default void open() {}

    /**
     * Takes the next range. No other call is given it from when this returns, also where the caller rolls back.
     *
     * @return numbers that no other call has been given; a range without numbers is passed over
     * @throws NumbersLostException if the store may hand out again what it has handed out
     * @throws RuntimeException if the store did not answer; whether it has handed out a range is then unknown
     */
    Segment fetch();

    /**
     * Tells whether numbers that were fetched may have been given to another process since. Called before each number is
     * issued; once true, no buffered number is issued any more, and the next {@link #fetch()} says why.
     *
     * @return false, if the store does not lose what it has handed out
     */
    default boolean isLost() {
        return false;
    }

    /**
     * Returns whether a caller that has waited for long may fetch for itself. It is asked of the source that the caller gives
     * with its call, before each such fetch.
     *
     * @return false, if the fetch could return numbers that an earlier fetch still waits for; true by default
     */
    default boolean isFree() {
        return true;
    }

    /**
     * Returns how many numbers a range has. The first range may have fewer.
     *
     * @return 1 or more
     */
    long size();

    /**
     * Names the store in messages.
     *
     * @return for example {@code sequence orders_seq}
     */
    String describe();
}
