package io.github.hibernateidgen.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdgenConfigurationExceptionTest {

    /** Start-up errors are logged, and sent around. */
    @ParameterizedTest
    @CsvSource({
        "redis://redis:6379, redis://redis:6379",
        "redis://:secret@redis:6379, redis://***@redis:6379",
        "rediss://shop:se@cr/et@redis, rediss://***@redis",
        "'redis://:a@one, redis://:b@two', 'redis://***@one, redis://***@two'",
        "1024, 1024"
    })
    void showsNoPassword(String value, String shown) {
        IdgenConfigurationException error =
                new IdgenConfigurationException("setting", value, "the other one is [" + value + "]");
        assertThat(error)
                .hasMessage("setting [" + shown + "]: the other one is [" + shown + "]")
                .extracting(IdgenConfigurationException::value)
                .isEqualTo(shown);
    }
}
