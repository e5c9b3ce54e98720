package io.github.hibernateidgen.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A chapter of a script in docs/sql: its three blocks of SQL.
 *
 * @param time the query for the time of ids
 * @param span the query for the ids of November 2026
 * @param partitions the statements that make partitions for months, November and December 2026 among them
 */
record SqlPage(String time, String span, List<String> partitions) {

    /** What stands for a layout in the table and in the statements: the bits below the time, 2 to that power, and an epoch. */
    record Numbers(int bits, String divisor, String epoch) {}

    private static final Path DOCS = Path.of("..", "docs");

    static SqlPage section(String script, String chapter) throws IOException {
        String text = one(
                "(?ms)^-- ## " + Pattern.quote(chapter) + "[^\\n]*$(.*?)(?=^-- ## |\\z)",
                Files.readString(DOCS.resolve("sql").resolve(script)));
        List<String> blocks = all("(?ms)^-- [^\\n]*\\n(.*?)(?=^-- |\\z)", text)
                .map(block -> block.group(1).strip())
                .toList();
        assertThat(blocks).as(chapter).hasSize(3);
        // A block of PL/pgSQL or PL/SQL has semicolons inside.
        String statement = "(?s)\\s*(do \\$\\$.*?end \\$\\$;|begin\\n.*?\\nend;|[^;/]+;)";
        return new SqlPage(
                blocks.get(0).replaceAll(";$", ""),
                blocks.get(1).replaceAll(";$", ""),
                all(statement, blocks.get(2))
                        .map(found -> found.group().strip())
                        .map(sql -> sql.startsWith("begin") || sql.startsWith("do") ? sql : sql.replaceAll(";$", ""))
                        .filter(sql -> !sql.isEmpty())
                        .toList());
    }

    /** The numbers of each layout, by its name. */
    static Map<String, Numbers> layouts() throws IOException {
        Map<String, Numbers> numbers = new HashMap<>();
        String row = "(?m)^\\| `([a-z-]+)` \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|$";
        all(
                        row,
                        one(
                                "(?s)\\n(\\| layout \\| bits below the time \\| 2 to that power \\| epoch \\|.*?)\n\n",
                                Files.readString(DOCS.resolve("sql.md"))))
                .forEach(found -> numbers.put(
                        found.group(1), new Numbers(Integer.parseInt(found.group(2)), found.group(3), found.group(4))));
        return numbers;
    }

    /** The same statements for another layout than {@code standard}, whose numbers stand in them. */
    SqlPage with(Numbers standard, Numbers layout) {
        return new SqlPage(
                replace(time, standard, layout),
                replace(span, standard, layout),
                partitions.stream().map(sql -> replace(sql, standard, layout)).toList());
    }

    private static String replace(String sql, Numbers standard, Numbers layout) {
        return sql.replace(standard.divisor(), layout.divisor()).replace(standard.epoch(), layout.epoch());
    }

    private static String one(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static Stream<MatchResult> all(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results();
    }
}
