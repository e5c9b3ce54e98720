package io.github.hibernateidgen.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Standard output that throws an unchecked exception if a write fails. The {@link java.io.PrintWriter} around it would
 * hide an {@link IOException}, and the command would continue. Only the first failure is thrown; later output is
 * discarded.
 */
final class Results extends OutputStream {

    private final OutputStream out;
    private boolean failed;

    /** Thrown if the reader of the results is gone, as after {@code | head -1}. */
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
            // On Linux, macOS and Windows, the message for a closed reader contains the word "pipe".
            throw String.valueOf(e.getMessage()).contains("pipe")
                    ? new UnreadException(e)
                    : new UncheckedIOException("results can't be written: " + e.getMessage(), e);
        }
    }
}
