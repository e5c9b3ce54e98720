package io.github.hibernateidgen.text;

import io.github.hibernateidgen.internal.text.GivenText;

/**
 * Thrown if a text is not an id of the expected form. The message contains the expected form and the first 100
 * characters of the text. Characters that are not printable ASCII are escaped, so the message can be logged and sent to
 * the sender of the text.
 */
public final class IdTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The entity and the attribute. */
    private final String path;

    /** The text that was given. */
    private final String text;

    /** The form of an id, in words. */
    private final String expected;

    /**
     * Makes an exception without a cause, because a cause's message could contain the whole text, or the value that was
     * sealed in the text.
     */
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

    /** {@return the rejected text, complete and unescaped} An attacker may have written the text. */
    public String text() {
        return text;
    }

    /** {@return the form of an id, in words} */
    public String expected() {
        return expected;
    }
}
