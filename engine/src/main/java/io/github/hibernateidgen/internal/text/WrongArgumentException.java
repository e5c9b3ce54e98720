package io.github.hibernateidgen.internal.text;

import org.jspecify.annotations.Nullable;

/** Rejects an argument, which may be the value of a setting or of an annotation. */
public final class WrongArgumentException extends IllegalArgumentException implements Explained {

    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    /** Makes the exception without a cause. */
    public WrongArgumentException(String rule, String remedy) {
        this(rule, remedy, null);
    }

    /** Makes the exception. Its message is {@code rule; remedy}. */
    public WrongArgumentException(String rule, String remedy, @Nullable Throwable cause) {
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
