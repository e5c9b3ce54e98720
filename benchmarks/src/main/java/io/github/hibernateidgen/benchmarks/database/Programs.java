package io.github.hibernateidgen.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where servers' programs are unpacked, once for all runs. */
final class Programs {

    /** Below the folder that the program was started in. */
    static final Path ROOT = Path.of("benchmarks", "target", "servers").toAbsolutePath();

    private Programs() {}

    static Path folder(String name) throws IOException {
        return Files.createDirectories(ROOT.resolve("programs")).resolve(name);
    }
}
