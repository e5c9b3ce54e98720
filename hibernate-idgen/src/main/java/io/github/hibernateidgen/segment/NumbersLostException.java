package io.github.hibernateidgen.segment;

/**
 * Says that a source's store no longer knows which numbers it has handed out. It may hand out again what is buffered, so a
 * {@link SegmentGenerator} drops that.
 */
public final class NumbersLostException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message which store, how it is seen, and what to do
     */
    public NumbersLostException(String message) {
        super(message);
    }
}
