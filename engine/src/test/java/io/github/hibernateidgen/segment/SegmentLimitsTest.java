package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentLimitsTest {

    @ParameterizedTest
    @CsvSource({"1,1,PT0.001S,PT0.001S", "1000,64,PT1H,PT10M"})
    void acceptsTheEndsOfEachRange(int prefetch, int fetches, Duration target, Duration timeout) {
        assertThat(new SegmentLimits(prefetch, fetches, target, timeout).timeout())
                .isEqualTo(timeout);
    }

    @ParameterizedTest
    @CsvSource({
        "0,1,PT1S,PT1S,max-prefetch [0] is out of range; give a number from 1 to 1000",
        "1001,1,PT1S,PT1S,max-prefetch [1001] is out of range; give a number from 1 to 1000",
        "1,0,PT1S,PT1S,max-concurrent-fetches [0] is out of range; give a number from 1 to 64",
        "1,65,PT1S,PT1S,max-concurrent-fetches [65] is out of range; give a number from 1 to 64",
        "1,1,PT0.000999999S,PT1S,target [PT0.000999999S] is out of range; give a duration from 1 ms to 60 min",
        "1,1,PT1H0.000000001S,PT1S,target [PT1H0.000000001S] is out of range; give a duration from 1 ms to 60 min",
        "1,1,PT1S,PT0S,timeout [PT0S] is out of range; give a duration from 1 ms to 10 min",
        "1,1,PT1S,PT10M0.000000001S,timeout [PT10M0.000000001S] is out of range; give a duration from 1 ms to 10 min"
    })
    void rejectsValuesOutsideOfThem(int prefetch, int fetches, Duration target, Duration timeout, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentLimits(prefetch, fetches, target, timeout))
                .withMessage(message);
    }
}
