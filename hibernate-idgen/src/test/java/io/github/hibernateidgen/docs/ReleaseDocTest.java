package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a release carries is built by one command, in pages, in the workflow and in scripts. */
class ReleaseDocTest {

    private static final Path ROOT = Path.of("..");

    private static List<Path> filesThatBuild() throws IOException {
        Stream<Path> files = Stream.of(Path.of("CONTRIBUTING.md"), Path.of("docs/contributing/releasing.md"));
        for (String folder : List.of(".ci", ".github/workflows")) {
            try (Stream<Path> listed = Files.list(ROOT.resolve(folder))) {
                files = Stream.concat(files, listed.map(ROOT::relativize).toList().stream());
            }
        }
        return files.toList();
    }

    /** The site has the Javadoc of three modules, and nothing else of a release. */
    @Test
    void isDotCiRelease() throws IOException {
        Set<String> ownCommand = new TreeSet<>();
        Set<String> theCommand = new TreeSet<>();
        for (Path file : filesThatBuild()) {
            String text = Files.readString(ROOT.resolve(file));
            if (text.lines().anyMatch(line -> line.contains("mvnw") && line.contains("-Prelease"))) {
                ownCommand.add(file.toString());
            }
            if (text.contains(".ci/release") && !file.endsWith("release")) {
                theCommand.add(file.toString());
            }
        }
        assertThat(ownCommand).containsExactly(".ci/release", ".ci/site");
        assertThat(theCommand)
                .containsExactly(
                        ".ci/reproducible",
                        ".ci/stranger",
                        ".github/workflows/ci.yml",
                        "CONTRIBUTING.md",
                        "docs/contributing/releasing.md");
    }
}
