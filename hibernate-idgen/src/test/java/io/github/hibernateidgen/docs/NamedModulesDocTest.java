package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Jackson modules that pages tell readers without Spring to register are in the artifact for them. */
class NamedModulesDocTest {

    private static final Path SOURCES = Path.of("../jackson/src/main/java/io/github/hibernateidgen/jackson");
    private static final Pattern MODULE = Pattern.compile("`(?:new )?([A-Z]\\w*Jackson2?Module)\\b");

    @Test
    void areInTheirArtifact() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Path page : NamedTestsDocTest.pages()) {
            MODULE.matcher(Files.readString(page)).results().forEach(module -> named.add(module.group(1)));
        }
        assertThat(named)
                .contains("IdJacksonModule", "IdJackson2Module")
                .allSatisfy(
                        module -> assertThat(SOURCES.resolve(module + ".java")).exists());
    }
}
