package io.github.hibernateidgen.cli;

/** Says why a command does not do what it was asked, and what to do instead. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** What the process exits with. */
    final int exit;

    RefusedException(String message) {
        this(message, Exit.REFUSED);
    }

    private RefusedException(String message, int exit) {
        super(message);
        this.exit = exit;
    }

    /** Says what the command line lacks, or has too much. */
    static RefusedException usage(String message) {
        return new RefusedException(message, Exit.USAGE);
    }
}
