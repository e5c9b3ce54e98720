package io.github.hibernateidgen.examples.orders;

/** Thrown for an invalid parameter of a request. The message has the parameter, its value, and the rule. */
final class BadParameterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final String value;
    private final String rule;

    BadParameterException(String parameter, String value, String rule) {
        this(parameter, value, rule, null);
    }

    BadParameterException(String parameter, String value, String rule, Throwable cause) {
        super("parameter " + parameter + " [" + value + "]: " + rule, cause);
        this.parameter = parameter;
        this.value = value;
        this.rule = rule;
    }

    String parameter() {
        return parameter;
    }

    String value() {
        return value;
    }

    String rule() {
        return rule;
    }
}
