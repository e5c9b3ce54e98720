package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where ids come from: the command line, a file, or standard input, one on a line. Not thread-safe. */
final class IdInput {

    @Parameters(paramLabel = "ID", description = "Ids. Without any: standard input.")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A file with an id on each line.")
    private @Nullable Path file;

    /**
     * Uses each id; one that is refused does not keep the others back.
     *
     * @return what to exit with
     */
    int each(Shell shell, Consumer<String> use) throws IOException {
        if (!ids.isEmpty()) {
            int exit = Exit.DONE;
            for (String id : ids) {
                exit = Math.max(exit, one(shell, use, id));
            }
            return exit;
        }
        if (file == null) {
            return lines(shell, use, shell.in());
        }
        try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
            return lines(shell, use, lines);
        } catch (NoSuchFileException e) {
            throw new IOException("file [" + file + "] is not there", e);
        } catch (AccessDeniedException e) {
            throw new IOException("file [" + file + "] may not be read by this user", e);
        } catch (CharacterCodingException e) {
            throw new IOException("file [" + file + "] is not in UTF-8; write it so, with an id on each line", e);
        }
    }

    private static int lines(Shell shell, Consumer<String> use, BufferedReader lines) throws IOException {
        int exit = Exit.DONE;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                exit = Math.max(exit, one(shell, use, line));
            }
            if (!lines.ready()) {
                shell.out().flush(); // Whoever gives ids one by one waits for each result.
            }
        }
        return exit;
    }

    private static int one(Shell shell, Consumer<String> use, String id) {
        try {
            use.accept(id.strip());
            return Exit.DONE;
        } catch (RefusedException | IllegalArgumentException e) {
            shell.out().flush();
            shell.err().println(e.getMessage());
            return Exit.REFUSED;
        }
    }
}
