package io.github.hibernateidgen.cli;

/** The exit codes of the process. */
final class Exit {

    static final int DONE = 0;

    /** An input was rejected, such as a text that is not an id, or all worker numbers have been used. */
    static final int REFUSED = 1;

    /** The command line is wrong. This is picocli's exit code. */
    static final int USAGE = 2;

    /** A database or a file failed, or the results could not be written. */
    static final int FAILED = 3;

    private Exit() {}
}
