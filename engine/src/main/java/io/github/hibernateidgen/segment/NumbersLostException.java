package io.github.hibernateidgen.segment;

import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.Secrets;

/**
 * Reports that a source's store no longer knows which numbers it has handed out. The store may hand out the buffered numbers
 * again, so a {@link SegmentGenerator} drops its buffered numbers.
 */
public final class NumbersLostException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    /**
     * Makes the exception without a remedy.
     *
     * @param message the store, and the sign of the loss
     */
    public NumbersLostException(String message) {
        this(message, "");
    }

    /**
     * Makes the exception. Its message is {@code rule; remedy}.
     *
     * @param rule the store, and the sign of the loss
     * @param remedy the next step; empty if none is known
     */
    public NumbersLostException(String rule, String remedy) {
        super(Secrets.masked(Explained.message(rule, remedy)));
        this.rule = Secrets.masked(rule);
        this.remedy = Secrets.masked(remedy);
    }

    /** {@return the store, and the sign of the loss} */
    public String rule() {
        return rule;
    }

    /** {@return the next step; empty if none is known} */
    public String remedy() {
        return remedy;
    }
}
