package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where the pages on migrating have SQL, they say on which databases nobody has run it. */
class MigratingDocTest {

    private static final Path DOCS = Path.of("..", "docs");

    /** A row of a table with a statement, a paragraph before one, or a block that only such a server takes. */
    private static final Pattern FOR_THE_UNTRIED =
            Pattern.compile("(?m)^\\| (?:SQL Server|Oracle)\\b.*`|^(?:SQL Server|Oracle):$|\\bexec sp_\\w+");

    private static final Pattern SAYS_SO =
            Pattern.compile("SQL Server and Oracle(?:, whose\\s+statements)?\\s+(?:were\\s+)?(?:not|never)\\s+run");

    @Test
    void statementsForSqlServerAndOracleAreCalledNeverRun() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.list(DOCS.resolve("migrating"))) {
            pages = files.sorted().toList();
        }
        assertThat(pages)
                .filteredOn(MigratingDocTest::hasStatementsForThem)
                .hasSizeGreaterThan(2)
                .allSatisfy(page ->
                        assertThat(Files.readString(page)).as(page.toString()).containsPattern(SAYS_SO));
        assertThat(Files.readString(DOCS.resolve("migrating.md")))
                .as("the page that leads to them")
                .containsPattern("Statements for SQL Server and Oracle\\s+were\\s+never run");
    }

    private static boolean hasStatementsForThem(Path page) {
        try {
            return FOR_THE_UNTRIED.matcher(Files.readString(page)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
