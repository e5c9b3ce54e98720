package io.github.hibernateidgen.cli;

/** What the process exits with. */
final class Exit {

    static final int DONE = 0;

    /** An input was refused, such as text that is no id, or a worker number that is held. */
    static final int REFUSED = 1;

    /** The command line can't be understood; picocli's own. */
    static final int USAGE = 2;

    /** A database or a file failed. */
    static final int FAILED = 3;

    private Exit() {}
}
