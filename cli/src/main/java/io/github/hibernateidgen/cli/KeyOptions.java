package io.github.hibernateidgen.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hibernateidgen.seal.SealKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option for the keys of sealed text. Keys are never on the command line, because every user of a machine can list its
 * processes with their arguments.
 */
final class KeyOptions {

    /** The environment variable with the value of {@code idgen.seal.keys}. */
    static final String VARIABLE = "IDGEN_SEAL_KEYS";

    /** The line end between two keys, with or without a comma. */
    private static final Pattern LINE_END = Pattern.compile("[ \\t,]*\\R[\\s,]*");

    @Option(names = "--keys", paramLabel = "FILE", description = "Lines of name:base64. Default: $IDGEN_SEAL_KEYS.")
    private @Nullable Path file;

    /** Returns the keys; empty if no keys are given. */
    Optional<SealKeys> find(Shell shell) throws IOException {
        String text = file == null ? shell.environment().apply(VARIABLE) : read(file);
        return text == null || text.isBlank()
                ? Optional.empty()
                : Optional.of(SealKeys.parse(LINE_END.matcher(text.strip()).replaceAll(",")));
    }

    SealKeys require(Shell shell) throws IOException {
        return find(shell)
                .orElseThrow(() -> new RejectedException("no key is given; write the value of idgen.seal.keys to a file"
                        + " that only you can read, and name the file with --keys, or set " + VARIABLE));
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            // The message does not repeat the argument, because it may be a key instead of a file.
            throw new IOException(
                    "--keys names a file that cannot be read; give the path of a file, not the keys" + " themselves",
                    e);
        }
    }
}
