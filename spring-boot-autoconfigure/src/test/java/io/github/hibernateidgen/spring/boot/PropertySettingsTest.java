package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hibernateidgen.internal.settings.Remedies;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.mock.env.MockEnvironment;

/** Each property has a Hibernate setting of the same words. */
class PropertySettingsTest {

    /** For messages. */
    private static final Map.Entry<String, Object> NAMES = Map.entry(Remedies.NAMES, "idgen.");

    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

    @Test
    void writesNothingThatTheUserHasNotSet() {
        assertThat(settings(Map.of())).containsOnly(NAMES);
    }

    @Test
    void writesEveryPropertyUnderItsOwnWords() {
        Clock clock = Clock.systemUTC();
        beans.registerSingleton("ticker", clock);
        Map<String, String> given = new LinkedHashMap<>();
        Map<String, Object> expected = new LinkedHashMap<>(Map.ofEntries(NAMES));
        property(given, expected, "clock", "ticker", clock);
        property(given, expected, "column-check", "fail", "fail");
        property(given, expected, "worker.source", "fixed", "fixed");
        property(given, expected, "worker.id", "7", 7L);
        property(given, expected, "worker.namespace", "shop", "shop");
        property(given, expected, "worker.window", "90s", Duration.ofSeconds(90));
        property(given, expected, "worker.timeout", "3s", Duration.ofSeconds(3));
        property(given, expected, "worker.settle", "2s", Duration.ofSeconds(2));
        property(given, expected, "worker.claim", "first-id", "first-id");
        property(given, expected, "worker.jdbc.table", "numbers", "numbers");
        property(given, expected, "worker.jdbc.schema-management", "schema-tools", "schema-tools");
        property(given, expected, "snowflake.layout", "orders", "orders");
        property(given, expected, "snowflake.layouts.orders.fields", "time:41", "time:41");
        property(
                given,
                expected,
                "snowflake.layouts.orders.epoch",
                "2025-01-01T00:00:00Z",
                Instant.parse("2025-01-01T00:00:00Z"));
        property(given, expected, "snowflake.layouts.orders.tick", "10ms", Duration.ofMillis(10));
        property(given, expected, "snowflake.max-ahead", "1s", Duration.ofSeconds(1));
        property(given, expected, "snowflake.max-wait", "2s", Duration.ofSeconds(2));
        property(given, expected, "segment.source", "database", "database");
        property(given, expected, "segment.offset", "2", 2L);
        property(given, expected, "segment.step", "3", 3L);
        property(given, expected, "segment.max-prefetch", "4", 4L);
        property(given, expected, "segment.timeout", "6s", Duration.ofSeconds(6));
        property(given, expected, "seal.accept-plain", "true", true);
        assertThat(settings(given)).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.idgen.snowflake.layout, write idgen.snowflake.layout",
        "quarkus.hibernate-idgen.worker.jdbc.table, write idgen.worker.jdbc.table",
        "spring.jpa.properties.idgen.snowflake.layout, write idgen.snowflake.layout",
        "spring.jpa.properties.idgen.snowflake.layuot, the nearest name is idgen.snowflake.layout",
        "idgen.worker.soruce, the nearest name is idgen.worker.source",
        "idgen.jackson.snowflake-as-text, the nearest name is idgen.jackson.snowflake-as-string",
        "idgen.snowflake.layouts.mine.field, the nearest name is idgen.snowflake.layouts.NAME.fields"
    })
    void nameThatSpringBootDoesNotReadStopsTheStart(String name, String nearest) {
        assertThatThrownBy(() -> settings(Map.of(name, "s3cr3t")))
                .hasMessageStartingWith(name + " [hidden]: no setting has this name")
                .hasMessageContaining("; " + nearest)
                .hasMessageNotContaining("s3cr3t");
    }

    /** They may belong to another program. */
    @Test
    void variablesAndSystemPropertiesThatAreNoSettingAreWarnedOf() {
        StandardEnvironment environment = new StandardEnvironment() {
            @Override
            public Map<String, Object> getSystemEnvironment() {
                return Map.of(
                        "IDGEN_WORKER_IDD", "s3cr3t",
                        "IDGEN_WORKERID", "s3cr3t",
                        "IDGEN_WORKER_NAMESPACE", "shop",
                        "IDGEN_WORKER_JDBC_SCHEMAMANAGEMENT", "none",
                        "IDGEN_WORKER_JDBC_SCHEMA_MANAGEMENT", "none",
                        "IDGEN_SNOWFLAKE_LAYOUTS_MINE_FIELDS", "time:41, worker:10, sequence:12",
                        "PATH", "/bin");
            }

            @Override
            public Map<String, Object> getSystemProperties() {
                return Map.of("idgen.worker.windov", "s3cr3t", "idgen.snowflake.maxWait", "1s", "idgenerator.x", "y");
            }
        };
        assertThat(PropertySettings.warnings(
                        environment, Set.of(ConfigurationPropertyName.of("idgen.snowflake.max-wait"))))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("IDGEN_WORKER_IDD [")
                                .contains("is IDGEN_WORKER_ID,"),
                        line -> assertThat(line).startsWith("IDGEN_WORKERID [").contains("is IDGEN_WORKER_ID,"),
                        line -> assertThat(line)
                                .startsWith("idgen.worker.windov [")
                                .contains("is idgen.worker.window,"))
                .noneMatch(line -> line.contains("s3cr3t"));
    }

    private static void property(
            Map<String, String> given, Map<String, Object> expected, String key, String text, Object value) {
        given.put("idgen." + key, text);
        expected.put("hibernate.idgen." + key, value);
    }

    private Map<String, Object> settings(Map<String, String> given) {
        MockEnvironment environment = new MockEnvironment();
        given.forEach(environment::setProperty);
        Map<String, Object> settings = new LinkedHashMap<>();
        new PropertySettings(environment, beans).addTo(settings);
        return settings;
    }
}
