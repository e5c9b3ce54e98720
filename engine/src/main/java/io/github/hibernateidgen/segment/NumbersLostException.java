package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.Secrets;

/**
 * Reports that a source's store no longer knows which numbers it has handed out. The store may hand out the buffered numbers
 * again, so a {@link SegmentGenerator} drops its buffered numbers.
 */
public final class NumbersLostException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message the store, the sign of the loss, and the next step
     */
    public NumbersLostException(String message) {
        super(Secrets.masked(message));
    }
}
