package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefetchTest {

    @ParameterizedTest
    @CsvSource({
        // before, lasted, next: of a target of 1000 and at most 32
        "1,1000,1",
        "1,999,2",
        "1,25,2",
        "2,25,4",
        "16,25,32",
        "32,25,32",
        "32,0,32",
        "8,200,5",
        "8,60000,4",
        "3,60000,1",
        "1,60000,1"
    })
    void followsTheUse(int before, long lasted, int next) {
        assertThat(SegmentBuffer.prefetch(before, lasted, 1_000, 32)).isEqualTo(next);
    }

    /** A second's use at 40 segments a second is asked for after six segments. */
    @Test
    void reachesASteadyUseInAFewSteps() {
        int prefetch = 1;
        for (int segments = 0; segments < 6; segments++) {
            prefetch = SegmentBuffer.prefetch(prefetch, 25, 1_000, 100);
        }
        assertThat(prefetch).isEqualTo(40);
    }
}
