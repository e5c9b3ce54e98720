package io.github.hibernateidgen;

import org.jspecify.annotations.Nullable;

/** Says that a text is not of an id, and what it should be. */
public final class IdTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 100;

    /** The entity and the attribute. */
    private final String path;

    /** What was given. */
    private final String text;

    /** What a text must be, in words. */
    private final String expected;

    IdTextException(String path, String text, String expected, String problem, @Nullable Throwable cause) {
        super("text [" + shortened(text) + "] is no id of " + path + problem + "; give " + expected, cause);
        this.path = path;
        this.text = text;
        this.expected = expected;
    }

    /** It may come from anybody, and this goes to logs. */
    private static String shortened(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return path;
    }

    /** {@return the text that was refused, in full} */
    public String text() {
        return text;
    }

    /** {@return what a text must be, in words} */
    public String expected() {
        return expected;
    }
}
