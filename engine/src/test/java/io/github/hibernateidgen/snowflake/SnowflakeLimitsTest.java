package io.github.hibernateidgen.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeLimitsTest {

    @Test
    void byDefaultNoIdIsAheadOfTheClockAndSequencesBeginAtZero() {
        assertThat(SnowflakeLimits.DEFAULT.maxAhead()).isZero();
        assertThat(SnowflakeLimits.DEFAULT.sequenceSpread()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT0.000000001S", "PT1H"})
    void takesDurationsFromZeroToAnHour(Duration value) {
        SnowflakeLimits limits = new SnowflakeLimits(value, value, 1);
        assertThat(limits.maxAhead()).isEqualTo(value);
        assertThat(limits.maxWait()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.000000001S", "PT-1H", "PT1H0.000000001S", "PT2562047788015215H30M7.999999999S"})
    void refusesDurationsBelowZeroOrOverAnHour(Duration value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLimits(value, Duration.ZERO, 1))
                .withMessage("max-ahead [" + value + "] is out of range; give a duration from 0 to 1 hour");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLimits(Duration.ZERO, value, 1))
                .withMessage("max-wait [" + value + "] is out of range; give a duration from 0 to 1 hour");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void refusesASpreadBelowOne(long spread) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeLimits(Duration.ZERO, Duration.ZERO, spread))
                .withMessage("sequence-spread [" + spread
                        + "] is below 1; give 1 to start each tick at 0, or more to start at random below it");
    }
}
