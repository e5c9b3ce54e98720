package io.github.hibernateidgen;

import io.github.hibernateidgen.internal.text.GivenText;

/**
 * Thrown if a text is no id; the message names the form of an id. The message has the first 100 characters of the text, and
 * escapes characters
 * that are not printable ASCII, so it can be logged and sent to whoever gave the text.
 */
public final class IdTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The entity and the attribute. */
    private final String path;

    /** The text that was given. */
    private final String text;

    /** The form of an id, in words. */
    private final String expected;

    /** Has no cause, because a cause's message could have the whole text, or the value that was sealed in it. */
    IdTextException(String path, String text, String expected, String problem) {
        super("text [" + GivenText.shown(text) + "] is no id of " + path + problem + "; give " + expected);
        this.path = path;
        this.text = text;
        this.expected = expected;
    }

    /** {@return the entity and the attribute, for example {@code Order.id}} */
    public String path() {
        return path;
    }

    /** {@return the text that was refused, in full and as it was given: an attacker may have written it} */
    public String text() {
        return text;
    }

    /** {@return the form of an id, in words} */
    public String expected() {
        return expected;
    }
}
