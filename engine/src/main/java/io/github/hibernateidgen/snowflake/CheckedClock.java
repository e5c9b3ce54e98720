package io.github.hibernateidgen.snowflake;

import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that throws an {@link IllegalStateException} if a reading does not fit 64 bits of Unix milliseconds.
 *
 * <p>Thread-safe.
 */
record CheckedClock(InstantSource clock) {

    long millis() {
        try {
            return clock.millis();
        } catch (ArithmeticException e) {
            throw tooFar(e);
        }
    }

    /** Returns the reading to the nanosecond, if the clock is that precise. */
    Instant instant() {
        Instant now = clock.instant();
        try {
            var unused = now.toEpochMilli();
            return now;
        } catch (ArithmeticException e) {
            throw tooFar(e);
        }
    }

    /** Returns how many nanoseconds of the instant's millisecond have passed. */
    static long pastMilli(Instant instant) {
        return instant.getLong(NANO_OF_SECOND) % MILLISECONDS.toNanos(1);
    }

    /** Returns the nanoseconds between two readings in milliseconds; saturates instead of overflowing. */
    static long nanosBetween(long from, long to) {
        long millis = to - from;
        if ((to >= from) != (millis >= 0)) {
            return to >= from ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return MILLISECONDS.toNanos(millis);
    }

    private IllegalStateException tooFar(ArithmeticException e) {
        return new IllegalStateException(
                "the clock reads [" + clock.instant() + "], which 64 bits of milliseconds can't hold; set it right", e);
    }
}
