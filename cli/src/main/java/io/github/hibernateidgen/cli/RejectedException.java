package io.github.hibernateidgen.cli;

/**
 * Thrown if a command rejects its input or the content of a table or store, or if a check of {@code verify} fails. The
 * message has the reason.
 */
final class RejectedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** The exit code of the process. */
    final int exit;

    RejectedException(String message) {
        this(message, Exit.REJECTED);
    }

    private RejectedException(String message, int exit) {
        super(message);
        this.exit = exit;
    }

    /** Creates an exception for a wrong command line. */
    static RejectedException usage(String message) {
        return new RejectedException(message, Exit.USAGE);
    }
}
