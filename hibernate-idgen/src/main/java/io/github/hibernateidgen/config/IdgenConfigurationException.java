package io.github.hibernateidgen.config;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.internal.text.Secrets;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** Thrown if a setting or a mapping is wrong, so that startup fails. */
public final class IdgenConfigurationException extends MappingException {

    private static final long serialVersionUID = 1L;

    /** The setting or the attribute that is wrong. */
    private final String subject;

    /** The rejected value, as text. */
    private final String value;

    /**
     * Makes the exception. Its message is {@code subject [value]: problem}. The message hides the accounts in addresses. It
     * also hides the value of a setting that contains keys, or whose name looks like a misspelt name of such a setting.
     *
     * @param subject the wrong setting's name, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param problem the rule that the value breaks, and the next step
     */
    public IdgenConfigurationException(String subject, Object value, String problem) {
        this(subject, value, problem, null);
    }

    /**
     * Makes the exception with a cause.
     *
     * @param subject the wrong setting's name, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param problem the rule that the value breaks, and the next step
     * @param cause the exception that rejected the value, or null
     */
    public IdgenConfigurationException(String subject, Object value, String problem, @Nullable Throwable cause) {
        super(
                subject + " [" + shown(subject, value) + "]: " + Secrets.masked(problem),
                cause == null ? null : Secrets.masked(cause));
        this.subject = subject;
        this.value = shown(subject, value);
    }

    /**
     * Hides the value of a setting that contains keys, and the account in an address, even if the address is not a URI.
     * In the text of a setting, an {@code @} is always part of an address.
     */
    private static String shown(String setting, Object value) {
        if (Secrets.isSecret(setting)) {
            return Secrets.HIDDEN;
        }
        return value instanceof CharSequence text
                ? Secrets.masked(Addresses.shown(text.toString()))
                : Secrets.masked(String.valueOf(value));
    }

    /** {@return the wrong setting's name, or {@code Entity.attribute}} */
    public String subject() {
        return subject;
    }

    /** {@return the rejected value, as text} */
    public String value() {
        return value;
    }
}
