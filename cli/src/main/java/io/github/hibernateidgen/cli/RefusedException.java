package io.github.hibernateidgen.cli;

/** Says why a command does not do what it was asked, and what to do instead. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RefusedException(String message) {
        super(message);
    }
}
