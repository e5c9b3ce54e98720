package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder where servers' programs are unpacked, once for all runs. */
final class Programs {

    /** A folder below the working directory. */
    static final Path ROOT = Path.of("benchmarks", "target", "servers").toAbsolutePath();

    private Programs() {}

    static Path folder(String name) throws IOException {
        return Files.createDirectories(ROOT.resolve("programs")).resolve(name);
    }
}
