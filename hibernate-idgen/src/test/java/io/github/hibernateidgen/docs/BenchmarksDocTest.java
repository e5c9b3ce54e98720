package io.github.hibernateidgen.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the tables of docs/benchmarks.md with the tables of the benchmarks, from which they are taken. */
class BenchmarksDocTest {

    private static final Path ROOT = Path.of("..");

    private static List<String> table(String page, String begin, String end, String firstCell) throws IOException {
        String text = Files.readString(ROOT.resolve(page));
        text = text.substring(text.indexOf(begin));
        text = text.substring(0, text.indexOf(end, begin.length()));
        return text.substring(text.indexOf("| " + firstCell + " |"))
                .lines()
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    /** The cells of a line, the empty ones too. */
    private static List<String> cells(String line) {
        return Pattern.compile("\\|([^|]*)(?=\\|)")
                .matcher(line)
                .results()
                .map(cell -> cell.group(1).strip())
                .toList();
    }

    /** The cells of each row by its name, without the head. */
    private static Map<String, List<String>> rows(List<String> table) {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        table.stream().skip(2).map(BenchmarksDocTest::cells).forEach(row -> rows.put(row.get(0), row));
        return rows;
    }

    private static String median(String cell) {
        return cell.replaceFirst(" \\(.*", "");
    }

    /** A database's table of one part, from the line with its name on. */
    private static List<String> part(String name, String database, String firstCell) throws IOException {
        String page = Files.readString(ROOT.resolve("benchmarks/database.md"));
        String part = page.substring(page.indexOf("<!-- database: " + name + " -->"));
        part = part.substring(0, part.indexOf("<!-- end -->"));
        part = part.substring(part.indexOf("**" + database + "**"));
        return part.substring(part.indexOf("| " + firstCell + " |"))
                .lines()
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }

    @Test
    void costsOfTheDatabaseAreThoseOfTheBenchmarks() throws IOException {
        List<String> table = table("docs/benchmarks.md", "## What the kind of id costs", "\n## ", "id");
        List<String> kinds = new ArrayList<>();
        for (String kind : rows(table).keySet()) {
            List<String> expected = new ArrayList<>(List.of(kind));
            for (String database : List.of("PostgreSQL", "MariaDB", "MySQL")) {
                List<String> inserted = rows(part("insert", database, "id")).get(kind);
                expected.add(inserted == null ? "" : median(inserted.get(1)));
            }
            for (String database : List.of("PostgreSQL", "MariaDB", "MySQL")) {
                List<String> threads = part("threads", database, "processes x threads");
                int column = cells(threads.get(0)).indexOf(kind);
                List<String> threeProcesses = threads.stream()
                        .filter(line -> line.startsWith("| 3 x 4 | 10 | 0 to 10 |"))
                        .map(BenchmarksDocTest::cells)
                        .findFirst()
                        .orElseThrow();
                expected.add(column < 0 ? "" : threeProcesses.get(column));
            }
            assertThat(rows(table).get(kind)).isEqualTo(expected);
            kinds.add(kind);
        }
        assertThat(kinds).hasSize(8).contains("IDENTITY", "`@SnowflakeId, innodb`");
    }

    @Test
    void costsOfAnIdAreThoseOfTheBenchmarks() throws IOException {
        Map<String, List<String>> ran = new LinkedHashMap<>();
        for (String name : List.of("long", "uuid")) {
            rows(table("benchmarks/ids.md", "<!-- " + name + " -->", "<!-- end -->", "ids/µs: median (least to most)"))
                    .forEach((kind, row) ->
                            ran.put(kind, List.of(median(row.get(1)), median(row.get(4)), median(row.get(7)))));
        }
        Map<String, String> names = Map.of(
                "64 bits: floor", "floor: clock and one compare-and-set",
                "`@SnowflakeId`, reserved worker", "**ours**, reserved worker",
                "`@SnowflakeId`, fixed worker", "**ours**, fixed worker",
                "128 bits: `@CombGuid`", "**ours**, `BYTES`");
        Map<String, List<String>> rows = rows(table("docs/benchmarks.md", "## What one id costs", "\n```", "library"));
        assertThat(rows).hasSize(12);
        rows.forEach((name, row) ->
                assertThat(row.subList(1, 4)).as(name).isEqualTo(ran.get(names.getOrDefault(name, name))));
    }

    @Test
    void figuresOfASaturatedApplicationAreThoseOfTheBenchmarks() throws IOException {
        List<String> digest = table("docs/benchmarks.md", "<!-- database: saturated -->", "<!-- end -->", "id");
        List<String> loads = cells(digest.get(0)).subList(1, 5);
        List<List<String>> ran =
                table("benchmarks/saturated.md", "<!-- database: cells -->", "<!-- end -->", "threads x connections")
                        .stream()
                        .skip(2)
                        .map(BenchmarksDocTest::cells)
                        .toList();
        Map<String, List<String>> bursts =
                rows(table("benchmarks/saturated.md", "<!-- database: burst -->", "<!-- end -->", "id"));
        assertThat(rows(digest)).hasSize(4);
        rows(digest).forEach((kind, row) -> {
            List<String> expected = new ArrayList<>(List.of(kind));
            for (String load : loads) {
                List<String> cell = ran.stream()
                        .filter(of -> of.get(0).equals(load) && of.get(1).equals(kind))
                        .findFirst()
                        .orElseThrow();
                expected.add(kind.equals("SEQUENCE(50)") ? median(cell.get(2)) + " rows/s" : median(cell.get(3)));
            }
            expected.add(bursts.get(kind).get(1));
            // The longest request of all loads is in no single row of the benchmarks.
            List<String> compared = new ArrayList<>(row);
            compared.remove(5);
            assertThat(compared).isEqualTo(expected);
        });
    }
}
