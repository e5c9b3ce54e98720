package io.github.hibernateidgen.internal.text;

/**
 * An exception that has its rule and its remedy as fields, so that the binding to Hibernate can show them apart. The message
 * has a semicolon between them.
 */
public interface Explained {

    /** Returns the rule that was broken. */
    String rule();

    /** Returns the next step; empty if none is known. */
    String remedy();

    /** Returns the message. */
    static String message(String rule, String remedy) {
        return remedy.isEmpty() ? rule : rule + "; " + remedy;
    }

    /** Returns the rule of an exception; the whole message if it has no rule. */
    static String rule(Throwable failure) {
        return failure instanceof Explained explained ? explained.rule() : String.valueOf(failure.getMessage());
    }

    /** Returns the remedy of an exception; empty if it has no remedy. */
    static String remedy(Throwable failure) {
        return failure instanceof Explained explained ? explained.remedy() : "";
    }
}
