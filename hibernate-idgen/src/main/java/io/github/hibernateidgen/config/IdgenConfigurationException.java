package io.github.hibernateidgen.config;

import io.github.hibernateidgen.internal.text.Addresses;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.GivenText;
import io.github.hibernateidgen.internal.text.Secrets;
import java.util.Optional;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** Thrown if a setting or a mapping is wrong, so that startup fails. The message is {@code subject [value]: rule; remedy}. */
public final class IdgenConfigurationException extends MappingException {

    private static final long serialVersionUID = 1L;

    private final String subject;
    private final String value;
    private final String rule;
    private final String remedy;

    /** The wrong setting's name in Hibernate; null if the subject is no setting. */
    private final @Nullable String setting;

    /**
     * Makes the exception without a cause.
     *
     * @param subject the wrong setting's name in Hibernate, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param rule the rule that the value breaks
     * @param remedy the next step; empty if the rule tells it
     */
    public IdgenConfigurationException(String subject, Object value, String rule, String remedy) {
        this(subject, value, rule, remedy, null);
    }

    /**
     * Makes the exception. It hides the accounts in addresses. It also hides the value of a setting that contains keys, or
     * whose name looks like a misspelt name of such a setting. The value is shown on one line.
     *
     * @param subject the wrong setting's name in Hibernate, or {@code Entity.attribute}
     * @param value its value as it was found
     * @param rule the rule that the value breaks
     * @param remedy the next step; empty if the rule tells it
     * @param cause the exception that rejected the value, or null
     */
    public IdgenConfigurationException(
            String subject, Object value, String rule, String remedy, @Nullable Throwable cause) {
        this(
                subject,
                shown(subject, value),
                Secrets.masked(rule),
                Secrets.masked(remedy),
                subject.startsWith(IdgenSettings.PREFIX) ? subject : null,
                cause == null ? null : Secrets.masked(cause));
    }

    private IdgenConfigurationException(
            String subject,
            String value,
            String rule,
            String remedy,
            @Nullable String setting,
            @Nullable Throwable cause) {
        super(subject + " [" + value + "]: " + Explained.message(rule, remedy), cause);
        this.subject = subject;
        this.value = value;
        this.rule = rule;
        this.remedy = remedy;
        this.setting = setting;
    }

    /**
     * Hides the value of a setting that contains keys, and the account in an address, even if the address is not a URI.
     * In the text of a setting, an {@code @} is always part of an address.
     */
    private static String shown(String setting, Object value) {
        if (Secrets.isSecret(setting)) {
            return Secrets.HIDDEN;
        }
        String text = value instanceof CharSequence given ? Addresses.shown(given.toString()) : String.valueOf(value);
        return GivenText.onOneLine(Secrets.masked(text));
    }

    /**
     * Names the setting as a framework does. If the subject is no setting, the exception stays as it is.
     *
     * @param prefix the prefix of the framework's settings, such as {@code idgen.}
     * @return the exception with the framework's name as its subject, and with the same stack trace
     */
    public IdgenConfigurationException withPrefix(String prefix) {
        if (setting == null) {
            return this;
        }
        String name = prefix + setting.substring(IdgenSettings.PREFIX.length());
        IdgenConfigurationException named =
                new IdgenConfigurationException(name, value, rule, remedy, setting, getCause());
        named.setStackTrace(getStackTrace());
        return named;
    }

    /** {@return the wrong setting's name as the user's framework has it, or {@code Entity.attribute}} */
    public String subject() {
        return subject;
    }

    /** {@return the rejected value, as text} */
    public String value() {
        return value;
    }

    /** {@return the rule that the value breaks} */
    public String rule() {
        return rule;
    }

    /** {@return the next step; empty if the rule tells it} */
    public String remedy() {
        return remedy;
    }

    /** {@return the wrong setting's name in Hibernate; empty if the subject is no setting} */
    public Optional<String> setting() {
        return Optional.ofNullable(setting);
    }
}
