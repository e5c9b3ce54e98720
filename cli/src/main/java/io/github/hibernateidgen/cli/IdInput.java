package io.github.hibernateidgen.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The ids of a command: from the command line, or from standard input with an id on each line. Not thread-safe. */
final class IdInput {

    @Parameters(paramLabel = "ID", description = "Ids. Without any: standard input.")
    private List<String> ids = new ArrayList<>();

    /**
     * Passes each id to a function. Skips blank lines. If the function rejects an id, prints the message and continues
     * with the next id.
     *
     * @return the exit code
     */
    int each(Shell shell, Consumer<String> use) throws IOException {
        int exit = Exit.DONE;
        for (String id : ids) {
            exit = Math.max(exit, one(shell, use, id));
        }
        BufferedReader lines = shell.in();
        for (String line = ids.isEmpty() ? lines.readLine() : null; line != null; line = lines.readLine()) {
            exit = Math.max(exit, line.isBlank() ? Exit.DONE : one(shell, use, line));
            if (!lines.ready()) {
                shell.out().flush(); // A program that sends ids one at a time waits for each result.
            }
        }
        return exit;
    }

    private static int one(Shell shell, Consumer<String> use, String id) {
        try {
            use.accept(id.strip());
            return Exit.DONE;
        } catch (RejectedException | IllegalArgumentException e) {
            shell.out().flush();
            shell.err().println(e.getMessage());
            return Exit.REJECTED;
        }
    }
}
