package io.github.hibernateidgen.internal.text;

import org.jspecify.annotations.Nullable;

/** Rejects a call that the state of an object does not allow. */
public final class WrongStateException extends IllegalStateException implements Explained {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    /** Makes the exception without a cause. */
    public WrongStateException(String rule, String remedy) {
        this(rule, remedy, null);
    }

    /** Makes the exception. Its message is {@code rule; remedy}. */
    public WrongStateException(String rule, String remedy, @Nullable Throwable cause) {
        super(Explained.message(rule, remedy), cause);
        this.rule = rule;
        this.remedy = remedy;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String remedy() {
        return remedy;
    }
}
