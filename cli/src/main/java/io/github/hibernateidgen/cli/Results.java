package io.github.hibernateidgen.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Standard output, which throws where a {@link java.io.PrintWriter} would keep quiet and let its command go on. It throws once:
 * what is still buffered then goes nowhere.
 */
final class Results extends OutputStream {

    private final OutputStream out;
    private boolean failed;

    /** Says that nobody reads the results any more, as behind {@code | head -1}. */
    static final class UnreadException extends UncheckedIOException {

        private static final long serialVersionUID = 1;

        UnreadException(IOException cause) {
            super(cause);
        }
    }

    Results(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        try {
            if (!failed) {
                out.write(bytes, from, length);
            }
        } catch (IOException e) {
            failed = true;
            // As Linux, macOS and Windows name it.
            throw String.valueOf(e.getMessage()).contains("pipe")
                    ? new UnreadException(e)
                    : new UncheckedIOException("results can't be written: " + e.getMessage(), e);
        }
    }
}
