package io.github.hibernateidgen.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentTest {

    private static final String MOST = "4611686018427387904"; // 2^62

    @ParameterizedTest
    @CsvSource({"1," + MOST + ",false", "5,5,false", "5,4,true", "9223372036854775807,-9223372036854775808,true"})
    void holdsUpTo2To62Numbers(long first, long last, boolean isEmpty) {
        assertThat(new Segment(first, last).isEmpty()).isEqualTo(isEmpty);
    }

    @ParameterizedTest
    @CsvSource({"0," + MOST, "-1,9223372036854775807", "-9223372036854775808,9223372036854775807"})
    void rejectsMoreNumbers(long first, long last) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Segment(first, last))
                .withMessage("a segment from [" + first + "] to [" + last
                        + "] is too large; hand out up to 2^62 numbers at a time");
    }
}
