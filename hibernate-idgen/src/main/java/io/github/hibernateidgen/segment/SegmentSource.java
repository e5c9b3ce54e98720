package io.github.hibernateidgen.segment;

/**
 * The origin of segments: a sequence, a table or a counter.
 *
 * <p>Uniqueness depends on a single rule: each number is in at most one answer, over all processes and for ever. If a store
 * can lose ranges that it has confirmed, its source can hand out a range twice. If an answer is lost, its range is lost.
 *
 * <p>Implementations are thread-safe: calls come from several threads of a {@link SegmentGenerator} at a time, and may
 * block.
 */
public interface SegmentSource {

    /**
     * Checks that numbers can be taken, and takes no number. Called when a session factory starts, once its tables exist; a
     * source must not rely on the call.
     *
     * @throws NumbersLostException if the store may hand out numbers for a second time
     * @throws RuntimeException if the store did not answer
     */
    default void open() {}

    /**
     * Takes the next range. Once this method has returned, no other call gets this range, even if the caller rolls back.
     *
     * @return a range that no other call has got. The caller skips a range without numbers
     * @throws NumbersLostException if the store may hand out numbers for a second time
     * @throws RuntimeException if the store did not answer; it is then unknown whether the store has handed out a range
     */
    Segment fetch();

    /**
     * Returns whether another process may have got numbers that this source has fetched. Called before each number is
     * issued. Once this method returns true, no buffered number is issued any more, and the next {@link #fetch()} throws an
     * exception with the reason.
     *
     * @return true if another process may have got such numbers; by default false, for a store that loses no range that
     *     it has handed out
     */
    default boolean isLost() {
        return false;
    }

    /**
     * Returns whether a caller that has waited for long may fetch on its own thread. Called before each such fetch, on the
     * source that the caller passed to {@link SegmentGenerator#nextId(SegmentSource)}.
     *
     * @return false if the fetch could return numbers that an earlier fetch still waits for; true by default
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
