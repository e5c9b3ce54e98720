package io.github.hibernateidgen.moves;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of SQL holds all statements for SQL Server and Oracle of the guides, and says so at its top. The limits
 * between old ids and new ids are those of the layouts.
 */
class MigratingDocTest {

    private static final Path DOCS = Path.of("..", "docs");

    private static final String NEVER_RAN = "sql.md";

    /** A row of a table with a statement, a paragraph before one, or a block that only such a server takes. */
    private static final Pattern FOR_THE_UNTRIED =
            Pattern.compile("(?m)^ *\\| (?:SQL Server|Oracle)\\b.*`|^ *(?:SQL Server|Oracle):$|\\bexec sp_\\w+");

    @Test
    void statementsForSqlServerAndOracleAreOnThePageOfSql() throws IOException {
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

    /** Snowflake ids from 2026 on are not below the limits of the page. */
    @Test
    void limitsOfOldIdsAreFirstIdsOf2026() throws IOException {
        String section = Guide.section("from-identity", "The greatest old id").text();
        Instant begin = Instant.parse("2026-01-01T00:00:00Z");
        long limit = SnowflakeLayout.STANDARD.firstId(begin);
        assertThat(section).contains("id < " + limit + "`");
        for (SnowflakeLayout smaller :
                List.of(SnowflakeLayout.BUSINESS_LINE, SnowflakeLayout.SHORT, SnowflakeLayout.JAVASCRIPT)) {
            assertThat(smaller.firstId(begin)).isLessThan(limit);
            assertThat(section.replaceAll("\\s+", " "))
                    .contains(smaller.firstId(begin) + " for `" + smaller.name() + "`");
        }
        // Ids of later turns follow; a turn has 65.536 s.
        Instant nextTurn = begin.plus(SnowflakeLayout.INNODB.turn());
        assertThat(SnowflakeLayout.INNODB.compose(new SnowflakeParts(nextTurn, 0, 0)))
                .isGreaterThan(limit);
        assertThat(SnowflakeLayout.TWITTER.firstId(begin)).isGreaterThan(limit);
    }
}
