package io.github.hibernateidgen.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderQueryTest {

    private static final String FROM = "2026-11-21T00:00:00Z";
    private static final String TO = "2026-11-22T00:00:00Z";

    @Test
    void withoutParametersAllOrdersAreAsked() {
        assertThat(OrderQuery.of(null, null, null, null))
                .isEqualTo(new OrderQuery(SnowflakeLayout.STANDARD.epoch(), SnowflakeLayout.STANDARD.end(), null, 20));
    }

    @Test
    void spanOfTimeAndLimitAreRead() {
        assertThat(OrderQuery.of(null, FROM, TO, "5"))
                .isEqualTo(new OrderQuery(Instant.parse(FROM), Instant.parse(TO), null, 5));
    }

    @Test
    void pageGoesOnBelowTheLastIdInsideTheSpan() {
        assertThat(OrderQuery.of("4711", FROM, TO, null))
                .isEqualTo(new OrderQuery(Instant.parse(FROM), Instant.parse(TO), 4711L, 20));
    }

    @ParameterizedTest
    @CsvSource({
        "after, abc,                  give an id",
        "after, -1,                   give an id",
        "after, 9223372036854775808,  give an id",
        "from,  yesterday,            give an instant of ISO-8601 in UTC",
        "from,  2023-12-31T00:00:00Z, give an instant from 2024-01-01T00:00:00Z",
        "to,    2026-11-22,           give an instant of ISO-8601 in UTC",
        "to,    2024-01-01T00:00:00Z, give an instant after 2024-01-01T00:00:00Z",
        "to,    2100-01-01T00:00:00Z, give an instant after 2024-01-01T00:00:00Z and up to 2093-09-06",
        "limit, 0,                    give a number from 1 to 100",
        "limit, 101,                  give a number from 1 to 100",
        "limit, 1e2,                  give a number from 1 to 100",
    })
    void badParameterIsNamedWithItsValueAndRule(String parameter, String value, String rule) {
        assertThatExceptionOfType(BadParameterException.class)
                .isThrownBy(() -> OrderQuery.of(
                        parameter.equals("after") ? value : null,
                        parameter.equals("from") ? value : null,
                        parameter.equals("to") ? value : null,
                        parameter.equals("limit") ? value : null))
                .withMessageStartingWith("parameter " + parameter + " [" + value + "]: " + rule);
    }
}
