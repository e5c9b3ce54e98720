package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void anyReturnEndsTheDelays() {
        throttle.begin(START);
        for (int i = 0; i < 20; i++) {
            throttle.giveUp();
        }
        assertThat(throttle.begin(START + 1)).isFalse();
        throttle.returned();
        assertThat(throttle.begin(START + 1)).isTrue();
        assertThat(throttle.stuck()).isEqualTo(20);
        throttle.returned();
        assertThat(throttle.stuck()).isZero();
    }

    /** Reads are answered, and writes never: the write after a read begins at once, and all threads together stay few. */
    @Test
    void aDayOfWritesThatAreNeverAnsweredHasAboutAHundredStuckCalls() {
        int stuck = 0;
        for (long at = 0; at < DAYS.toNanos(1); at += SECONDS.toNanos(10)) {
            if (throttle.begin(at)) {
                throttle.returned();
                assertThat(throttle.begin(at)).as("the write").isTrue();
                throttle.giveUp();
                stuck++;
            }
        }
        assertThat(stuck).isBetween(100, 115);
    }

    /** Each call is given up after ten seconds and never returns; another call is wanted at once. */
    @Test
    void aDayHasAboutAHundredStuckCalls() {
        for (long at = 0; at < DAYS.toNanos(1); at += SECONDS.toNanos(10)) {
            if (throttle.begin(at)) {
                throttle.giveUp();
            }
        }
        assertThat(throttle.stuck()).isBetween(100, 115);
        assertThat(throttle.begin(DAYS.toNanos(1) + MINUTES.toNanos(15))).isTrue();
    }
}
