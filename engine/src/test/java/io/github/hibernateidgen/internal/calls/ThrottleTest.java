package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {

    private static final long START = Long.MAX_VALUE - 5; // System.nanoTime may overflow.

    private final Throttle throttle = new Throttle();

    @ParameterizedTest
    @CsvSource({"0, 0", "4, 0", "5, 60", "14, 60", "15, 900", "100, 900"})
    void callsBeginThatManySecondsApart(int stuck, long seconds) {
        assertThat(throttle.begin(START)).isTrue();
        for (int i = 0; i < stuck; i++) {
            throttle.giveUp();
        }
        long next = START + SECONDS.toNanos(seconds);
        assertThat(throttle.begin(next - 1)).isEqualTo(seconds == 0); // Clocks of two threads may differ a little.
        assertThat(throttle.begin(next)).isTrue();
        assertThat(throttle.begin(next)).isEqualTo(seconds == 0);
    }

    @Test
    void aReturnInTimeEndsTheDelayAndAStuckCallCountsUntilItReturns() {
        throttle.begin(START);
        for (int i = 0; i < 20; i++) {
            throttle.giveUp();
        }
        assertThat(throttle.begin(START + 1)).isFalse();
        throttle.returned();
        throttle.returned();
        assertThat(throttle.begin(START + 1)).isTrue();
        assertThat(throttle.stuck()).isEqualTo(20);
        throttle.giveUp();
        assertThat(throttle.begin(START + 1)).isFalse();
        for (int i = 0; i < 30; i++) {
            throttle.returnedLate();
        }
        assertThat(throttle.stuck()).isZero();
        assertThat(throttle.begin(START + 1)).isTrue();
    }

    @Test
    void oneStuckCallIsForgottenInEachQuarterOfAnHour() {
        throttle.begin(START);
        for (int i = 0; i < 6; i++) {
            throttle.giveUp();
        }
        throttle.returned();
        throttle.begin(START + MINUTES.toNanos(30) - 1);
        assertThat(throttle.stuck()).isEqualTo(5);
        throttle.begin(START + MINUTES.toNanos(30));
        assertThat(throttle.stuck()).isEqualTo(4);
    }

    /** Reads are answered, and writes never: the write after a read begins at once, and all threads together stay few. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 10})
    void aDayHasAboutAHundredCallsThatNeverReturn(int answeredBetween) {
        int stuck = 0;
        for (long at = START; at - START < DAYS.toNanos(1); at += SECONDS.toNanos(10)) {
            boolean begins = true;
            for (int i = 0; begins && i < answeredBetween; i++) {
                begins = throttle.begin(at);
                if (begins) {
                    throttle.returned();
                }
                assertThat(begins || i == 0).as("a call after an answer").isTrue();
            }
            if (begins && throttle.begin(at)) {
                throttle.giveUp();
                stuck++;
            }
        }
        assertThat(stuck).isBetween(100, 120);
        assertThat(throttle.begin(START + DAYS.toNanos(1) + MINUTES.toNanos(15)))
                .isTrue();
    }
}
