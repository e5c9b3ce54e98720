package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The last state, a tick above a sequence, that a {@link SequenceCell} has issued since it was made or reopened. It only
 * grows.
 *
 * <p>A closed incarnation stays closed. A cell that is reopened begins another incarnation, so a thread that was paused in the
 * earlier one cannot continue in the later one, whatever its last state is.
 */
final class Incarnation extends AtomicLong {

    /*
     * States have 62 bits, so the state after this one is above every ceiling, and no thread takes it. A thread that
     * computed its next state before the close fails to publish it, because it expects another last state.
     */
    static final long CLOSED = Long.MAX_VALUE - 1;

    private static final long serialVersionUID = 1L;

    /** The first state under a reservation without a floor. */
    final long start;

    /** Begins an incarnation after the last state issued, or {@link SequenceCell#NONE}. */
    Incarnation(long last, long start) {
        super(last);
        this.start = start;
    }

    boolean closed() {
        return get() == CLOSED;
    }

    /** Ends the incarnation and returns the last state. */
    long close() {
        return getAndSet(CLOSED);
    }
}
