package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The last state that a {@link SequenceCell} has issued. A new incarnation begins when the cell is made or reopened. A
 * state is a number that holds the tick in its high bits and the sequence in its low bits. The last state only grows.
 *
 * <p>A closed incarnation stays closed. So a thread that was paused in a closed incarnation cannot take a state of the
 * next incarnation, even if both incarnations have had the same last state.
 */
final class Incarnation extends AtomicLong {

    /*
     * States have 62 bits, so the state after CLOSED is above every ceiling, and no thread takes it. If a thread
     * computed its next state before the close, its compare-and-set fails, because the thread expects another last
     * state.
     */
    static final long CLOSED = Long.MAX_VALUE - 1;

    private static final long serialVersionUID = 1L;

    /** The first state under a reservation without a floor. */
    final long start;

    /** Begins an incarnation; {@code last} is the last state that the cell has issued, or {@link SequenceCell#NONE}. */
    Incarnation(long last, long start) {
        super(last);
        this.start = start;
    }

    boolean closed() {
        return get() == CLOSED;
    }

    /** Ends the incarnation and returns the last state. */
    long close() {
        // guard: closed
        return getAndSet(CLOSED);
    }
}
