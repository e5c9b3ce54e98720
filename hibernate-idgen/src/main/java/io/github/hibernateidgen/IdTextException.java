package io.github.hibernateidgen;

import org.jspecify.annotations.Nullable;

/** Says that a text is no id, and what form an id has. */
public final class IdTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 100;

    /** The entity and the attribute. */
    private final String path;

    /** The text that was given. */
    private final String text;

    /** The form of an id, in words. */
    private final String expected;

    IdTextException(String path, String text, String expected, String problem, @Nullable Throwable cause) {
        super("text [" + shortened(text) + "] is no id of " + path + problem + "; give " + expected, cause);
        this.path = path;
        this.text = text;
        this.expected = expected;
    }

    /** Shortens and escapes the text, which may come from an attacker and is logged. */
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

    /** {@return the form of an id, in words} */
    public String expected() {
        return expected;
    }
}
