package io.github.hibernateidgen.docs;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the artifacts that the documentation names, for Maven and for Gradle, to the POMs. */
class CoordinatesDocTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern MAVEN = Pattern.compile("<groupId>(io\\.github\\.hibernateidgen)</groupId>\\s*"
            + "<artifactId>([^<]+)</artifactId>\\s*(?:<version>([^<]+)</version>)?");
    private static final Pattern GRADLE =
            Pattern.compile("[\"=](io\\.github\\.hibernateidgen):([a-z-]+)(?::([^\"@\\s]+))?");
    private static final Pattern ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>hibernate-idgen-parent</artifactId>\\s*<version>([^<]+)</version>");

    private static Stream<MatchResult> coordinates(Path page) {
        String text = read(page);
        return Stream.concat(MAVEN.matcher(text).results(), GRADLE.matcher(text).results());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @Test
    void areThoseOfThePoms() throws IOException {
        Set<String> artifacts;
        try (Stream<Path> files = Files.find(ROOT, 3, (file, attributes) -> file.endsWith("pom.xml"))) {
            artifacts = files.flatMap(file -> ARTIFACT.matcher(read(file)).results())
                    .map(artifact -> artifact.group(1))
                    .collect(toSet());
        }
        String version = VERSION.matcher(read(ROOT.resolve("pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        Set<String> seen = new HashSet<>();
        for (Path page : pages()) {
            coordinates(page).forEach(named -> {
                assertThat(artifacts).as(page.toString()).contains(named.group(2));
                if (named.group(3) != null) {
                    assertThat(named.group(3)).as(page + ", " + named.group(2)).isEqualTo(version);
                }
                seen.add(named.group(2));
            });
        }
        assertThat(seen).contains("hibernate-idgen", "hibernate-idgen-spring-boot-starter");
    }

    @Test
    void areInTheBomOfAllThatIsPublishedForClassPaths() {
        String modules = read(ROOT.resolve(".ci/published"));
        Set<String> published = Stream.of(modules.substring(modules.lastIndexOf("echo ") + 5)
                        .strip()
                        .split(","))
                .filter(module -> !module.equals("bom") && !module.equals("cli"))
                .map(module -> ARTIFACT.matcher(read(ROOT.resolve(module).resolve("pom.xml")))
                        .results()
                        .findFirst()
                        .orElseThrow()
                        .group(1))
                .collect(toSet());
        Set<String> bom = MAVEN.matcher(read(ROOT.resolve("bom/pom.xml")))
                .results()
                .map(artifact -> artifact.group(2))
                .collect(toSet());
        bom.remove("hibernate-idgen-release-parent");
        assertThat(bom).as("bom/pom.xml, and the modules in .ci/published").isEqualTo(published);
    }

    @Test
    void scriptsNameEachStore() {
        List<String> stores = Pattern.compile("<module>([^<]+)</module>")
                .matcher(read(ROOT.resolve("stores/pom.xml")))
                .results()
                .map(module -> "stores/" + module.group(1))
                .toList();
        assertThat(stores).contains("stores/redis");
        for (String script : List.of(".ci/published", ".ci/dependencies", ".ci/site")) {
            assertThat(read(ROOT.resolve(script))).as(script).contains(stores);
        }
    }

    /** The changelog lists what is published, and what of it the BOM has. */
    @Test
    void areInTheChangelogAsInTheBom() {
        Matcher listed = Pattern.compile(
                        "(?s)\\nArtifacts: `hibernate-idgen`, (.*?) and\\s+`-bom` with the versions of all of"
                                + " them\\s+but `(-[a-z]+)`")
                .matcher(read(ROOT.resolve("CHANGELOG.md")));
        assertThat(listed.find()).isTrue();
        String bom = read(ROOT.resolve("bom/pom.xml"));
        List<String> artifacts = Pattern.compile("`(-[a-z-]+)`")
                .matcher(listed.group(1))
                .results()
                .map(artifact -> artifact.group(1))
                .toList();
        assertThat(artifacts).contains(listed.group(2)).allSatisfy(artifact -> {
            boolean inTheBom = bom.contains("<artifactId>hibernate-idgen" + artifact + "</artifactId>");
            assertThat(inTheBom).as(artifact).isEqualTo(!artifact.equals(listed.group(2)));
        });
    }

    @Test
    void areInTheReadmeForMavenAndGradle() {
        String readme = read(ROOT.resolve("README.md"));
        assertThat(MAVEN.matcher(readme).results()).isNotEmpty();
        assertThat(GRADLE.matcher(readme).results()).isNotEmpty();
    }
}
