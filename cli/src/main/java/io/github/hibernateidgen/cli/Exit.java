package io.github.hibernateidgen.cli;

/** The exit codes of the process. */
final class Exit {

    static final int DONE = 0;

    /** The command rejected its input or the stored data. For example, a text is not an id, or no worker number is left. */
    static final int REJECTED = 1;

    /** The command line is wrong. This is picocli's exit code. */
    static final int USAGE = 2;

    /**
     * A database or a file failed, a check of {@code verify} failed, the results could not be written, or the command
     * threw an unexpected exception.
     */
    static final int FAILED = 3;

    private Exit() {}
}
