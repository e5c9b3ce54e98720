package io.github.hibernateidgen.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hibernateidgen.segment.Segment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentOptimizerTest {

    @ParameterizedTest
    @CsvSource({
        // reading, value, size, initial, first, last
        "POOLED, 1, 50, 1, 1, 1",
        "POOLED, 51, 50, 1, 2, 51",
        "POOLED, 101, 50, 1, 52, 101",
        "POOLED, 50, 50, 1, 1, 50",
        "POOLED, 49, 50, 1, 49, 49",
        "POOLED, 500, 50, 500, 500, 500",
        "POOLED, 9223372036854775807, 50, 1, 9223372036854775758, 9223372036854775807",
        "POOLED_LO, 1, 50, 1, 1, 50",
        "POOLED_LO, 51, 50, 1, 51, 100",
        "POOLED_LO, 0, 50, 0, 1, 49",
        "POOLED_LO, 9223372036854775806, 50, 1, 9223372036854775806, 9223372036854775807",
        "SINGLE, 7, 1, 1, 7, 7"
    })
    void readsAsHibernateDoes(SegmentOptimizer optimizer, long value, long size, long initial, long first, long last) {
        assertThat(optimizer.of(value, size, initial)).isEqualTo(new Segment(first, last));
    }

    @ParameterizedTest
    @CsvSource({"POOLED, 0, 50, 0", "POOLED, -49, 50, 1", "POOLED_LO, -100, 50, 1", "SINGLE, 0, 1, 0"})
    void hasNoNumberBelowOne(SegmentOptimizer optimizer, long value, long size, long initial) {
        assertThat(optimizer.of(value, size, initial).isEmpty()).isTrue();
    }
}
