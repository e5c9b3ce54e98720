package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alerts of docs/monitoring ask for what this application answers at /actuator/prometheus. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:orders")
@AutoConfigureMockMvc
class MonitoringTest {

    private static final Path MONITORING = Path.of("..", "..", "docs", "monitoring");

    /** A meter, and in braces conditions on its labels. */
    private static final Pattern SELECTOR = Pattern.compile("(idgen_\\w+)(?:\\{([^}]*)})?");

    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");
    private static final Pattern CONDITION = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern IN_TEXT = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");
    private static final Pattern SAMPLE = Pattern.compile("(idgen_\\w+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    /** Those that Prometheus adds to whatever it reads. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    @Autowired
    private MockMvcTester mvc;

    /** A query, and the text that its labels are put into. */
    private record Query(String expression, String text) {

        /** The query as it is for Spring Boot alone. Quarkus has milliseconds, and {@code unit} in place of {@code factory}. */
        Query ofSpringBoot() {
            return new Query(ofSpringBoot(expression), ofSpringBoot(text));
        }

        private static String ofSpringBoot(String part) {
            return part.replace("_milliseconds", "_seconds").replaceAll("\\bunit\\b", "factory");
        }
    }

    private Map<String, Set<String>> labelsByMeter() throws IOException {
        String scraped =
                mvc.get().uri("/actuator/prometheus").exchange().getResponse().getContentAsString();
        Map<String, Set<String>> labels = new HashMap<>();
        scraped.lines().map(SAMPLE::matcher).filter(Matcher::matches).forEach(sample -> {
            if (!sample.group(1).equals("idgen_workers_free")) { // Counted after the first renewal.
                assertThat(Double.parseDouble(sample.group(3)))
                        .as(sample.group())
                        .isFinite();
            }
            labels.computeIfAbsent(sample.group(1), missing -> new HashSet<>(OF_PROMETHEUS))
                    .addAll(names(LABEL, sample.group(2)));
        });
        return labels;
    }

    private static Set<String> names(Pattern pattern, String text) {
        Set<String> names = new HashSet<>();
        Matcher matcher = pattern.matcher(text == null ? "" : text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(MONITORING.resolve("grafana-dashboard.json")));
    }

    private static List<Query> ofTheDashboard() throws IOException {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : dashboard().path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        target.path("expr").asString(),
                        target.path("legendFormat").asString()));
            }
        }
        return queries;
    }

    @SuppressWarnings("unchecked")
    private static List<Query> ofTheAlerts() throws IOException {
        List<Query> queries = new ArrayList<>();
        Map<String, Object> file = new Yaml().load(Files.readString(MONITORING.resolve("prometheus-alerts.yml")));
        for (Map<String, Object> group : (List<Map<String, Object>>) file.get("groups")) {
            for (Map<String, Object> rule : (List<Map<String, Object>>) group.get("rules")) {
                queries.add(new Query(
                        (String) rule.get("expr"), rule.get("annotations").toString()));
            }
        }
        return queries;
    }

    private static void assertAnswered(Query anywhere, Map<String, Set<String>> labelsByMeter) {
        Query query = anywhere.ofSpringBoot();
        Matcher selector = SELECTOR.matcher(query.expression());
        assertThat(selector.find()).as(query.expression()).isTrue();
        do {
            String meter = selector.group(1);
            assertThat(labelsByMeter).as(query.expression()).containsKey(meter);
            Set<String> used = names(CONDITION, selector.group(2));
            used.addAll(names(IN_TEXT, query.text()));
            Matcher grouping = GROUPING.matcher(query.expression());
            while (grouping.find()) {
                used.addAll(Arrays.asList(grouping.group(1).split(",\\s*")));
            }
            assertThat(labelsByMeter.get(meter)).as(query.expression()).containsAll(used);
        } while (selector.find());
    }

    @Test
    void queriesOfTheDashboardAreAnswered() throws IOException {
        List<Query> queries = ofTheDashboard();
        assertThat(queries).hasSizeGreaterThan(12);
        Map<String, Set<String>> labelsByMeter = labelsByMeter();
        queries.forEach(query -> assertAnswered(query, labelsByMeter));
    }

    @Test
    void alertsAreAnswered() throws IOException {
        List<Query> queries = ofTheAlerts();
        assertThat(queries).hasSize(9);
        Map<String, Set<String>> labelsByMeter = labelsByMeter();
        queries.forEach(query -> assertAnswered(query, labelsByMeter));
    }

    /** Quarkus names all meters of time otherwise but that of the layout, so a query for one name alone is silent there. */
    @Test
    void queriesForTimesHaveTheMetersOfQuarkus() throws IOException {
        List<Query> queries = new ArrayList<>(ofTheAlerts());
        queries.addAll(ofTheDashboard());
        int ofTimes = 0;
        for (Query query : queries) {
            Set<String> meters = names(SELECTOR, query.expression());
            Set<String> times = new HashSet<>(meters);
            times.removeIf(name -> !name.endsWith("_seconds") || name.equals("idgen_layout_remaining_seconds"));
            for (String time : times) {
                assertThat(meters).as(query.expression()).contains(time.replace("_seconds", "_milliseconds"));
                ofTimes++;
            }
        }
        assertThat(ofTimes).isEqualTo(6);
    }

    @Test
    void alertsHaveOneLimitForBoth() throws IOException {
        List<Query> ofBoth = ofTheAlerts().stream()
                .filter(query -> query.expression().contains(" or "))
                .toList();
        assertThat(ofBoth).hasSize(2).allSatisfy(query -> {
            String[] alternatives = query.expression().split(" or ");
            assertThat(alternatives).hasSize(2);
            Query quarkus = new Query(alternatives[1].replace(" / 1000", ""), query.text());
            assertThat(quarkus.ofSpringBoot().expression()).isEqualTo(alternatives[0]);
        });
    }

    @Test
    void dashboardShowsAllMeters() throws IOException {
        Set<String> shown = new TreeSet<>();
        ofTheDashboard()
                .forEach(query ->
                        shown.addAll(names(SELECTOR, query.ofSpringBoot().expression())));
        assertThat(shown).containsExactlyInAnyOrderElementsOf(labelsByMeter().keySet());
    }

    /** What Grafana needs of a dashboard: numbers that differ, panels within 24 columns, a letter for each query. */
    @Test
    void dashboardIsWellFormed() throws IOException {
        JsonNode dashboard = dashboard();
        assertThat(dashboard.path("schemaVersion").asInt()).isPositive();
        assertThat(dashboard.path("title").asString()).isNotBlank();
        Set<Integer> ids = new HashSet<>();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(ids.add(panel.path("id").asInt())).isTrue();
            JsonNode place = panel.path("gridPos");
            assertThat(place.path("x").asInt() + place.path("w").asInt()).isBetween(1, 24);
            for (int x = 0; x < place.path("w").asInt(); x++) {
                for (int y = 0; y < place.path("h").asInt(); y++) {
                    assertThat(cells.add((place.path("x").asInt() + x) + "/"
                                    + (place.path("y").asInt() + y)))
                            .as(panel.path("title").asString())
                            .isTrue();
                }
            }
            Set<String> letters = new HashSet<>();
            for (JsonNode target : panel.path("targets")) {
                assertThat(letters.add(target.path("refId").asString())).isTrue();
                assertThat(target.path("datasource").path("uid").asString()).isEqualTo("${datasource}");
            }
            assertThat(letters.isEmpty())
                    .isEqualTo(panel.path("type").asString().equals("row"));
        }
    }
}
