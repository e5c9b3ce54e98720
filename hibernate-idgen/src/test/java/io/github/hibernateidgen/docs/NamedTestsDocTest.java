package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each test that the documentation names is there, in the folder that the documentation gives. */
class NamedTestsDocTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST =
            Pattern.compile("(?:`(?:\\w+/)*|-D(?:it\\.)?test='?(?:\\w+,)*)([A-Z]\\w*[a-z](?:Test|IT))\\b");
    private static final Pattern FOLDER_AND_TEST = Pattern.compile("`(?!src/)((?:\\w+/)+[A-Z]\\w*[a-z](?:Test|IT))\\b");
    private static final Path PACKAGE = Path.of("java/io/github/hibernateidgen");
    private static final Set<String> EXAMPLES = Set.of("SomeTest", "SomeIT", "NoneTest");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String folder : List.of(".", "docs", "benchmarks", "examples/spring-boot")) {
            int depth = folder.equals("docs") ? Integer.MAX_VALUE : 1;
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder).normalize(), depth)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : List.of(".", "stores", "examples", "quarkus", "quarkus/integration-tests")) {
            try (Stream<Path> modules = Files.list(ROOT.resolve(folder))) {
                modules.map(module -> module.resolve("src"))
                        .filter(Files::isDirectory)
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    @Test
    void areThere() throws IOException {
        Set<String> tests = new HashSet<>(EXAMPLES);
        for (Path source : sources()) {
            try (Stream<Path> files = Files.walk(source)) {
                files.map(file -> file.getFileName().toString().replaceFirst("\\.(java|kt)$", ""))
                        .forEach(tests::add);
            }
        }
        Set<String> named = new TreeSet<>();
        for (Path page : pages()) {
            TEST.matcher(Files.readString(page)).results().forEach(name -> named.add(name.group(1)));
        }
        assertThat(tests).containsAll(named);
        assertThat(named).contains("ReservationSimulationTest", "ShardTest", "PhysicalOrderIT", "StoreOutageIT");
    }

    @Test
    void areInTheirFolders() throws IOException {
        Set<String> tests = new HashSet<>();
        for (Path source : sources()) {
            Path folder = source.resolve("test").resolve(PACKAGE);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.map(file -> folder.relativize(file).toString().replaceFirst("\\.java$", ""))
                            .forEach(tests::add);
                }
            }
        }
        Set<String> named = new TreeSet<>();
        for (Path page : pages()) {
            FOLDER_AND_TEST.matcher(Files.readString(page)).results().forEach(name -> named.add(name.group(1)));
        }
        assertThat(tests).containsAll(named);
        assertThat(named).contains("worker/jdbc/GrantsIT");
    }
}
