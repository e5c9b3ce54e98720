package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    @ParameterizedTest
    @CsvSource({
        "PT0.9S,    just now",
        "PT1S,      1 second ago",
        "PT59S,     59 seconds ago",
        "PT60S,     1 minute ago",
        "PT59M59S,  59 minutes ago",
        "PT23H59M,  23 hours ago",
        "P364D,     364 days ago",
        "P730D,     2 years ago",
        "PT-90M,    in 1 hour",
    })
    void largestUnitThatFits(Duration age, String text) {
        assertThat(Age.of(NOW.minus(age), NOW)).isEqualTo(text);
    }
}
