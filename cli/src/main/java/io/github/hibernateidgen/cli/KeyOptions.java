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

/** The keys of sealed text, which the command line never has: all who list the processes of a machine see that. */
final class KeyOptions {

    /** Of the environment, with the value of {@code idgen.seal.keys}. */
    static final String VARIABLE = "IDGEN_SEAL_KEYS";

    /** One between two keys, with a comma or without. */
    private static final Pattern LINE_END = Pattern.compile("[ \\t,]*\\R[\\s,]*");

    @Option(names = "--keys", paramLabel = "FILE", description = "A name:base64 on a line. Default: $IDGEN_SEAL_KEYS.")
    private @Nullable Path file;

    /** The keys, if any are given. */
    Optional<SealKeys> find(Shell shell) throws IOException {
        String text = file == null ? shell.environment().apply(VARIABLE) : read(file);
        return text == null || text.isBlank()
                ? Optional.empty()
                : Optional.of(SealKeys.parse(LINE_END.matcher(text.strip()).replaceAll(",")));
    }

    SealKeys require(Shell shell) throws IOException {
        return find(shell)
                .orElseThrow(
                        () -> new RefusedException("there is no key; write the value of idgen.seal.keys to a file that"
                                + " only you can read, and give it as --keys, or set " + VARIABLE));
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            // It may be a key that was given in place of a file.
            throw new IOException("the file that --keys names cannot be read; give a file, and not the keys", e);
        }
    }
}
