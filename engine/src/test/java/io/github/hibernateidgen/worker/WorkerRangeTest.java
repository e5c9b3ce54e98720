package io.github.hibernateidgen.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerRangeTest {

    private static final WorkerRange RANGE = new WorkerRange(512, 1023);

    @Test
    void readsBothEnds() {
        assertThat(WorkerRange.parse("512-1023")).isEqualTo(RANGE).hasToString("512-1023");
        assertThat(WorkerRange.parse(" 7 - 7 ")).isEqualTo(new WorkerRange(7, 7));
        assertThat(WorkerRange.ALL).hasToString("all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "5", "-", "0-", "-5", "1-2-3", "0..5", "a-b", "1,2", "0-9999999999999999999"})
    void namesTheFormWhereItReadsNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerRange.parse(text))
                .withMessage("range of worker numbers [" + text
                        + "] is not readable; give the lowest and the highest number, such as 0-511");
    }

    @Test
    void refusesEmptyAndNegativeRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerRange.parse("6-5"))
                .withMessageContaining("[6-5] is empty or negative");
        assertThatIllegalArgumentException().isThrownBy(() -> new WorkerRange(-1, 5));
    }

    @Test
    void knowsItsNumbersAndTheLayoutsThatHaveThem() {
        assertThat(RANGE.contains(511)).isFalse();
        assertThat(RANGE.contains(512)).isTrue();
        assertThat(RANGE.contains(1023)).isTrue();
        assertThat(RANGE.contains(1024)).isFalse();
        assertThat(RANGE.end()).isEqualTo(1024);
        assertThat(RANGE.fits(1024)).isTrue();
        assertThat(RANGE.fits(1023)).isFalse();
        assertThat(WorkerRange.ALL.fits(1)).isTrue();
        assertThat(WorkerRange.ALL.end()).isEqualTo(Long.MAX_VALUE);
        assertThat(WorkerRange.ALL.contains(Long.MAX_VALUE)).isTrue();
    }
}
