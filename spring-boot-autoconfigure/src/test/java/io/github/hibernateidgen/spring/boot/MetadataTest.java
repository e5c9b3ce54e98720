package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hibernateidgen.internal.settings.Setting;
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
        assertThat(properties.values())
                .isNotEmpty()
                .allSatisfy(property ->
                        assertThat(property.path("description").asText()).endsWith("."));
    }

    /** The library's table of settings has these names, types and defaults. */
    @Test
    void isThatOfTheTableOfSettings() {
        Set<String> described = new TreeSet<>(properties.keySet());
        described.removeIf(name -> !name.startsWith("idgen."));
        described.removeAll(
                Set.of("idgen.jackson.snowflake-as-string", "idgen.metrics.by-attribute", "idgen.snowflake.layouts"));
        for (Setting setting : Setting.values()) {
            String name = "idgen." + setting.shortKey();
            if (name.contains("NAME")) {
                continue;
            }
            assertThat(described.remove(name)).as(name).isTrue();
            JsonNode property = properties.get(name);
            boolean isText = setting.type() == Object.class || setting == Setting.CLOCK;
            assertThat(property.path("type").asText())
                    .as(name)
                    .isEqualTo((isText ? String.class : setting.type()).getName());
            if (!setting.byDefault().equals("")) {
                Object byDefault = setting.type() == Duration.class ? duration(name) : text(name);
                assertThat(byDefault.toString())
                        .as(
                                "the default of %s in spring-configuration-metadata.json, which a clean build makes"
                                        + " from additional-spring-configuration-metadata.json",
                                name)
                        .isEqualTo(setting.byDefault().toString());
            }
        }
        assertThat(described).isEmpty();
    }

    /** Other ranges depend on another setting, or on the layout. */
    @Test
    void descriptionsHaveTheRangesOfTheTable() {
        Pattern range = Pattern.compile("\\b\\d+(ms|s|m|h)? to \\d+(ms|s|m|h)?\\b");
        int stated = 0;
        for (Setting setting : Setting.values()) {
            JsonNode property = properties.get("idgen." + setting.shortKey());
            if (property != null && (setting.type() == Long.class || setting.type() == Duration.class)) {
                Matcher found = range.matcher(property.path("description").asText());
                if (found.find()) {
                    assertThat(found.group()).as(setting.key()).isEqualTo(setting.range());
                    stated++;
                }
            }
        }
        assertThat(stated).isEqualTo(6);
    }

    /** The table in docs/settings.md has these properties, with these defaults, and the description says how often each is set. */
    @Test
    void documentationHasEachPropertyAndItsDefault() throws IOException {
        Map<String, Documented> documented = documented();
        Set<String> described = new TreeSet<>(properties.keySet());
        described.removeIf(name -> !name.startsWith("idgen.") || name.equals("idgen.snowflake.layouts"));
        assertThat(documented.keySet())
                .filteredOn(name -> !name.startsWith("idgen.snowflake.layouts."))
                .containsExactlyElementsOf(described);
        described.forEach(name -> {
            JsonNode property = properties.get(name);
            assertThat(documented.get(name).byDefault())
                    .as(name)
                    .startsWith(property.path("defaultValue").asText());
            String level = documented.get(name).level();
            assertThat(property.path("description").asText())
                    .as(name)
                    .endsWith(". " + (level.equals("Frequent") ? "A " : "An ") + level.toLowerCase(Locale.ROOT)
                            + " setting.");
        });
    }

    private record Documented(String level, String byDefault) {}

    /** The settings that Spring Boot has, with the headings above them. */
    private static Map<String, Documented> documented() throws IOException {
        Pattern row = Pattern.compile("\\| `([a-z][a-zA-Z.-]*\\w)` \\|[^|]*\\|[^|]*\\|([^|]*)\\|[^|]*\\| *([^|]*)\\|");
        Map<String, Documented> documented = new TreeMap<>();
        String heading = "";
        for (String line : Files.readAllLines(Path.of("..", "docs", "settings.md"))) {
            if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            }
            Matcher columns = row.matcher(line);
            if (columns.matches()) {
                String byDefault = columns.group(2).replace("`", "").strip();
                assertThat(documented.put("idgen." + columns.group(1), new Documented(heading, byDefault)))
                        .as(columns.group(1))
                        .isNull();
            }
        }
        return documented;
    }

    private String text(String property) {
        return properties.get(property).path("defaultValue").asText();
    }

    private Duration duration(String property) {
        return DurationStyle.detectAndParse(text(property));
    }

    /** Spring Boot's jars have such a resource too: the one beside our classes is ours. */
    private static Map<String, JsonNode> read() {
        String home = IdgenAutoConfiguration.class
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
