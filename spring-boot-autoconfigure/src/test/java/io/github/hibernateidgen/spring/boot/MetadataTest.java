package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.jdbc.JdbcTable;
import io.github.hibernateidgen.worker.reservation.ReservationTerms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;

/** What an editor shows of the properties is what the library does. */
class MetadataTest {

    private final Map<String, JsonNode> properties = read();

    @Test
    void everyPropertyIsDescribed() {
        assertThat(properties).hasSize(45);
        assertThat(properties.values())
                .allSatisfy(property ->
                        assertThat(property.path("description").asText()).endsWith("."));
    }

    @Test
    void showsTheDefaultsOfTheLibrary() {
        assertThat(text("idgen.snowflake.layout")).isEqualTo(SnowflakeLayout.STANDARD.name());
        assertThat(duration("idgen.snowflake.max-ahead")).isEqualTo(SnowflakeLimits.DEFAULT.maxAhead());
        assertThat(duration("idgen.snowflake.max-wait")).isEqualTo(SnowflakeLimits.DEFAULT.maxWait());
        assertThat(properties
                        .get("idgen.snowflake.sequence-spread")
                        .path("defaultValue")
                        .asLong())
                .isEqualTo(SnowflakeLayout.STANDARD.sequenceSpread());
        assertThat(duration("idgen.segment.timeout")).isEqualTo(SegmentLimits.DEFAULT.timeout());
        assertThat(text("idgen.segment.max-prefetch")).isEqualTo("" + SegmentLimits.DEFAULT.maxPrefetch());
        assertThat(text("idgen.segment.max-concurrent-fetches"))
                .isEqualTo("" + SegmentLimits.DEFAULT.maxConcurrentFetches());
        assertThat(text("idgen.segment.offset")).isEqualTo("" + OffsetAndStep.ALL.offset());
        assertThat(text("idgen.segment.step")).isEqualTo("" + OffsetAndStep.ALL.step());
        assertThat(text("idgen.worker.namespace")).isEqualTo(ReservationTerms.DEFAULT.namespace());
        assertThat(duration("idgen.worker.window")).isEqualTo(ReservationTerms.DEFAULT.window());
        assertThat(duration("idgen.worker.timeout")).isEqualTo(ReservationTerms.DEFAULT.timeout());
        assertThat(duration("idgen.worker.max-skew")).isEqualTo(ReservationTerms.DEFAULT.maxSkew());
        assertThat(duration("idgen.worker.settle")).isEqualTo(ReservationTerms.DEFAULT.settle());
        assertThat(text("idgen.worker.jdbc.table")).isEqualTo(JdbcTable.DEFAULT.name());
        assertThat(text("idgen.worker.jdbc.schema-management")).isEqualTo("schema-tools");
    }

    /** The table in docs/spring-boot.md has these properties, with these defaults. */
    @Test
    void documentationHasEachPropertyAndItsDefault() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Pattern row = Pattern.compile("\\| (`[a-zA-Z.-]+`(?:, `[a-zA-Z.-]+`)*) \\|[^|]*\\| *([^|]*)\\|[^|]*\\|");
        for (String line : Files.readAllLines(Path.of("..", "docs", "spring-boot.md"))) {
            Matcher columns = row.matcher(line);
            if (columns.matches()
                    && line.matches(
                            "\\| `(worker|snowflake|segment|seal|redis|column-check|clock|jackson|metrics).*")) {
                for (String name : columns.group(1).replace("`", "").split(", ")) {
                    documented.put("idgen." + name, columns.group(2).replace("`", ""));
                }
            }
        }
        Set<String> described = new TreeSet<>(properties.keySet());
        described.removeIf(name -> !name.startsWith("idgen.") || name.equals("idgen.snowflake.layouts"));
        assertThat(documented.keySet())
                .filteredOn(name -> !name.startsWith("idgen.snowflake.layouts."))
                .containsExactlyElementsOf(described);
        properties.forEach((name, property) -> {
            if (property.has("defaultValue") && documented.containsKey(name)) {
                assertThat(documented.get(name))
                        .as(name)
                        .startsWith(property.path("defaultValue").asText());
            }
        });
    }

    /** Both pages have it under the same heading, and its description says which. */
    @Test
    void everyPropertyIsEssentialFrequentOrAdvanced() throws IOException {
        Map<String, String> levels = levels("spring-boot.md");
        Map<String, String> levelsOfLibrary = levels("settings.md");
        assertThat(levels.values()).containsOnly("Essential", "Frequent", "Advanced");
        levels.forEach((name, level) -> {
            assertThat(levelsOfLibrary.getOrDefault(name, level)).as(name).isEqualTo(level);
            JsonNode property = properties.get("idgen." + name);
            if (!name.startsWith("snowflake.layouts.")) {
                String article = level.equals("Frequent") ? "A " : "An ";
                assertThat(property.path("description").asText())
                        .as(name)
                        .endsWith(". " + article + level.toLowerCase(Locale.ROOT) + " setting.");
            }
        });
        assertThat(levels.keySet())
                .hasSize(43)
                .containsAll(levelsOfLibrary.keySet().stream()
                        .filter(name -> !name.equals("snowflake.layouts.NAME"))
                        .toList());
    }

    /** The heading above the row of each setting of a page. */
    private static Map<String, String> levels(String page) throws IOException {
        Map<String, String> levels = new TreeMap<>();
        String heading = "";
        for (String line : Files.readAllLines(Path.of("..", "docs", page))) {
            if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            }
            Matcher row = Pattern.compile("\\| `([a-z][a-zA-Z.-]*\\w)` \\|[^|]*\\|[^|]*\\|[^|]*\\|")
                    .matcher(line);
            if (row.matches() && heading.matches("Essential|Frequent|Advanced")) {
                assertThat(levels.put(row.group(1), heading)).as(row.group(1)).isNull();
            }
        }
        return levels;
    }

    private String text(String property) {
        return properties.get(property).path("defaultValue").asText();
    }

    private Duration duration(String property) {
        return DurationStyle.detectAndParse(text(property));
    }

    /** Spring Boot's jars have such a resource too: the one beside our classes is ours. */
    private static Map<String, JsonNode> read() {
        String home = IdgenProperties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        URI metadata = URI.create(
                (home.endsWith(".jar") ? "jar:" + home + "!/" : home) + "META-INF/spring-configuration-metadata.json");
        try (InputStream json = metadata.toURL().openStream()) {
            Map<String, JsonNode> properties = new TreeMap<>();
            for (JsonNode property : new ObjectMapper().readTree(json).path("properties")) {
                properties.put(property.path("name").asText(), property);
            }
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
