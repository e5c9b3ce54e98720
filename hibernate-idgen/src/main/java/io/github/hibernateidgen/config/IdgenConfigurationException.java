package io.github.hibernateidgen.config;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.internal.text.Secrets;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** Stops start-up because of a setting or a mapping that this library can't work with. */
public final class IdgenConfigurationException extends MappingException {

    private static final long serialVersionUID = 1L;

    /** The setting or the attribute that is wrong. */
    private final String subject;

    /** The value that was refused, as text. */
    private final String value;

    /**
     * Makes the exception. Its message is {@code subject [value]: problem}, without the accounts of addresses. The value of a
     * setting that holds keys, or is called as if it did, is left out.
     *
     * @param subject what is wrong: a setting's name, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param problem the rule that the value breaks, and what to do
     */
    public IdgenConfigurationException(String subject, Object value, String problem) {
        this(subject, value, problem, null);
    }

    /**
     * Makes the exception with a cause.
     *
     * @param subject what is wrong: a setting's name, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param problem the rule that the value breaks, and what to do
     * @param cause what refused the value
     */
    public IdgenConfigurationException(String subject, Object value, String problem, @Nullable Throwable cause) {
        super(subject + " [" + shown(subject, value) + "]: " + Addresses.withoutPassword(problem), cause);
        this.subject = subject;
        this.value = shown(subject, value);
    }

    /** Hides the account of an address also where it is no URI: the text of a setting has no other {@code @}. */
    private static String shown(String setting, Object value) {
        if (Secrets.isSecret(setting)) {
            return Secrets.HIDDEN;
        }
        return value instanceof CharSequence text
                ? Addresses.shown(text.toString())
                : Addresses.withoutPassword(String.valueOf(value));
    }

    /** {@return what is wrong: a setting's name, or {@code Entity.attribute}} */
    public String subject() {
        return subject;
    }

    /** {@return the value that was refused, as text} */
    public String value() {
        return value;
    }
}
