package io.github.hibernateidgen.segment;

import java.util.List;
import java.util.function.IntUnaryOperator;

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
    void open();

    /**
     * Takes the next range. Once this method has returned, no other call gets this range, even if the caller rolls back.
     *
     * @return a range that no other call has got. The caller skips a range without numbers
     * @throws NumbersLostException if the store may hand out numbers for a second time
     * @throws RuntimeException if the store did not answer; it is then unknown whether the store has handed out a range
     */
    Segment fetch();

    /**
     * Takes the next ranges for a {@link SegmentGenerator}. Override this method if a fetch waits for a connection, or if a
     * connection can bring several ranges at once. By default, this method takes one range by {@link #fetch()}. A source that
     * wraps another source passes this call on, too: otherwise it takes one range at a time, and a wait for a connection counts
     * as a request that has no answer.
     *
     * @param due call this function once, when the connection is there and before the request is sent. Pass the highest number
     *     of ranges that this call can take; the result is the number of ranges to take. If it is 0, return an empty list and
     *     send nothing: meanwhile, enough numbers have arrived, or the generator has given up this call
     * @return the ranges; no other call gets any of them
     * @throws NumbersLostException if the store may hand out numbers for a second time
     * @throws RuntimeException if the store did not answer, or if the request was cancelled; an answer that arrives after a
     *     cancellation does not count, because some databases then report a success that did not happen
     */
    default List<Segment> fetch(IntUnaryOperator due) {
        return due.applyAsInt(1) == 0 ? List.of() : List.of(fetch());
    }

    /**
     * Returns whether another process may have got numbers that this source has fetched. Called before each number is
     * issued. Once this method returns true, no buffered number is issued any more, and the next {@link #fetch()} throws an
     * exception with the reason.
     *
     * @return true if another process may have got such numbers; always false for a store that loses no range that it has
     *     handed out
     */
    boolean isLost();

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
