package io.github.hibernateidgen.cli;

/**
 * Thrown if a command rejects its input or the content of a table or store, or if a check of {@code verify} fails. The
 * message has the reason.
 */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The exit code of the process. */
    final int exit;

    RefusedException(String message) {
        this(message, Exit.REFUSED);
    }

    private RefusedException(String message, int exit) {
        super(message);
        this.exit = exit;
    }

    /** Creates an exception for a wrong command line. */
    static RefusedException usage(String message) {
        return new RefusedException(message, Exit.USAGE);
    }
}
