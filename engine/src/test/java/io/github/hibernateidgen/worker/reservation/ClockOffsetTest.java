package io.github.hibernateidgen.worker.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is certain of the offset of two clocks. */
class ClockOffsetTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // what, elapsed ms, our clock when asked and heard, the store's clock; the certain offset
        "two clocks that agree,                        0, 10000, 10000, 10000,     0",
        "ours ahead by 5 s,                            0, 10000, 10000,  5000,  4998",
        "ours behind by 5 s,                           0, 10000, 10000, 15000, -4999",
        "a round trip as long as the offset,        5000, 10000, 15000, 10000,     0",
        "a round trip half as long as the offset,   2500, 10000, 12500,  7500,  2498",
        "behind by more than the round trip leaves, 2500, 10000, 12500, 17500, -4999",
        "a clock that is set back in between,         10, 10000,  4010, 10000, -5989",
        "a clock that is set ahead in between,        10, 10000, 16010, 10000,  5998"
    })
    void tellsWhatIsCertain(String what, long passed, long asked, long heard, long store, long offset) {
        assertThat(Moment.offset(
                        new Moment(asked, 0),
                        store,
                        new Moment(heard, Duration.ofMillis(passed).toNanos())))
                .isEqualTo(offset);
    }

    /** Never more than there is, never of the other sign, and all but the round trip of it. */
    @Test
    void liesBetweenNothingAndTheOffset() {
        Random random = new Random(17);
        for (int round = 0; round < 100_000; round++) {
            double offset = random.nextGaussian() * 1000;
            double there = random.nextDouble() * 100;
            double back = random.nextDouble() * 100;
            double asked = 1_000_000 + random.nextDouble();
            long told = Moment.offset(
                    new Moment((long) asked, 0),
                    (long) (asked + there - offset),
                    new Moment((long) (asked + there + back), (long) ((there + back) * 1e6)));

            assertThat(told).isBetween((long) Math.floor(Math.min(offset, 0)), (long) Math.ceil(Math.max(offset, 0)));
            assertThat(Math.abs(told)).isGreaterThanOrEqualTo((long) (Math.abs(offset) - there - back - 4));
        }
    }
}
