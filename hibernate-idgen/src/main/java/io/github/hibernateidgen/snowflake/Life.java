package io.github.hibernateidgen.snowflake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The states that a {@link SequenceCell} issues until it is closed: the last one, a tick above a sequence. It only grows.
 *
 * <p>A closed life stays closed. A cell that is reopened begins another, so a thread that was stopped in the one before
 * can't go on in it, whatever number the last state is by then.
 */
final class Life extends AtomicLong {

    /*
     * States have 62 bits, so the one after this is above every ceiling and no thread takes it. One that has computed its
     * next state before the close fails to publish it: it expects another last state.
     */
    private static final long CLOSED = Long.MAX_VALUE - 1;

    private static final long serialVersionUID = 1L;

    /** The first state under a reservation without a floor. */
    final long start;

    /** Begins a life behind the last state issued, or {@link SequenceCell#NONE}. */
    Life(long last, long start) {
        super(last);
        this.start = start;
    }

    boolean closed() {
        return get() == CLOSED;
    }

    /** Ends the life and returns the last state. */
    long close() {
        return getAndSet(CLOSED);
    }
}
