package io.github.hibernateidgen.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.mock.env.MockEnvironment;

/** Each property has a Hibernate setting of the same words. */
class PropertySettingsTest {

    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

    @Test
    void writesNothingThatTheUserHasNotSet() {
        assertThat(settings(Map.of())).isEmpty();
    }

    @Test
    void writesEveryPropertyUnderItsOwnWords() {
        Clock clock = Clock.systemUTC();
        beans.registerSingleton("ticker", clock);
        Map<String, String> given = new LinkedHashMap<>();
        Map<String, Object> expected = new LinkedHashMap<>();
        property(given, expected, "clock", "ticker", clock);
        property(given, expected, "column-check", "fail", "fail");
        property(given, expected, "worker.source", "hostname", "hostname");
        property(given, expected, "worker.id", "7", 7L);
        property(given, expected, "worker.namespace", "shop", "shop");
        property(given, expected, "worker.window", "90s", Duration.ofSeconds(90));
        property(given, expected, "worker.timeout", "3s", Duration.ofSeconds(3));
        property(given, expected, "worker.max-skew", "2m", Duration.ofMinutes(2));
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
        property(given, expected, "snowflake.sequence-spread", "16", 16L);
        property(given, expected, "segment.source", "database", "database");
        property(given, expected, "segment.offset", "2", 2L);
        property(given, expected, "segment.step", "3", 3L);
        property(given, expected, "segment.max-prefetch", "4", 4L);
        property(given, expected, "segment.max-concurrent-fetches", "5", 5L);
        property(given, expected, "segment.timeout", "6s", Duration.ofSeconds(6));
        property(given, expected, "seal.accept-plain", "true", true);
        assertThat(settings(given)).containsExactlyInAnyOrderEntriesOf(expected);
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
        new PropertySettings(environment, beans, () -> null).addTo(settings);
        return settings;
    }
}
