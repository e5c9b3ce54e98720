package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of SQL that never ran holds all statements for SQL Server and Oracle of the guides, and says so at its top. */
class MigratingDocTest {

    private static final Path DOCS = Path.of("..", "docs");

    private static final String NEVER_RAN = "sql-never-run.md";

    /** A row of a table with a statement, a paragraph before one, or a block that only such a server takes. */
    private static final Pattern FOR_THE_UNTRIED =
            Pattern.compile("(?m)^ *\\| (?:SQL Server|Oracle)\\b.*`|^ *(?:SQL Server|Oracle):$|\\bexec sp_\\w+");

    @Test
    void statementsForSqlServerAndOracleAreOnThePageOfSqlThatNeverRan() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.list(DOCS.resolve("migrating"))) {
            pages = files.sorted().toList();
        }
        assertThat(pages)
                .hasSizeGreaterThan(2)
                .allSatisfy(page ->
                        assertThat(Files.readString(page)).as(page.toString()).doesNotContainPattern(FOR_THE_UNTRIED));
        String neverRan = Files.readString(DOCS.resolve(NEVER_RAN));
        assertThat(neverRan).containsPattern(FOR_THE_UNTRIED);
        assertThat(neverRan.substring(0, neverRan.indexOf("\n## ")))
                .contains("SQL Server and Oracle", "They never ran");
        assertThat(Files.readString(DOCS.resolve("migrating.md")))
                .as("the page that leads to them")
                .contains("](" + NEVER_RAN + ")");
    }
}
