package io.github.hibernateidgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the figures of docs/choosing.md to those of the benchmarks, one thread before four. */
class ComparisonDocTest {

    private static final Path DOCS = Path.of("..", "docs");

    /** The medians with 1 and with 4 threads, by the name of a row. */
    private static Map<String, String> medians(String table) throws IOException {
        String page = Files.readString(DOCS.resolveSibling("benchmarks/ids.md"));
        page = page.substring(page.indexOf("<!-- " + table + " -->"));
        Map<String, String> medians = new LinkedHashMap<>();
        String median = "([0-9.]+) \\([^|]*\\| [^|]*\\| [^|]*\\| ";
        Pattern.compile("(?m)^\\| ([^|]+) \\| " + median + "[^|]*\\| [^|]*\\| [^|]*\\| " + median)
                .matcher(page.substring(0, page.indexOf("<!-- end -->")))
                .results()
                .forEach(row -> medians.put(row.group(1), row.group(2) + ", " + row.group(3)));
        return medians;
    }

    private static String lastCell(String library) throws IOException {
        String page = Files.readString(DOCS.resolve("choosing.md"));
        return Pattern.compile("(?m)^\\| (?:\\*\\*|\\[)" + library + "\\b.*\\| ([^|]+) \\|$")
                .matcher(page)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    @Test
    void figuresAreThoseOfTheBenchmarks() throws IOException {
        Map<String, String> numbers = medians("long");
        Map<String, String> guids = medians("uuid");
        assertThat(numbers).hasSize(7);
        assertThat(lastCell("this library"))
                .as("a reserved number is the default")
                .isEqualTo(numbers.get("**ours**, reserved worker") + "; with a fixed worker number "
                        + numbers.get("**ours**, fixed worker") + "; GUIDs " + guids.get("**ours**, `BYTES`"));
        assertThat(lastCell("hypersistence-utils")).isEqualTo(numbers.get("hypersistence-tsid"));
        assertThat(lastCell("tsid-creator")).isEqualTo(numbers.get("tsid-creator"));
        assertThat(lastCell("CosId")).isEqualTo(numbers.get("CosId"));
        assertThat(lastCell("uuid-creator"))
                .isEqualTo(guids.get("uuid-creator v7") + "; without secure bits " + guids.get("uuid-creator v7 Fast"));
        assertThat(lastCell("java-uuid-generator")).isEqualTo(guids.get("java-uuid-generator v7"));
    }
}
