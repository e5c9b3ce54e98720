package io.github.hibernateidgen.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when a thread sleeps. */
final class SleptClock implements InstantSource {

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public Instant instant() {
        return SmallGenerator.NOW.plusNanos(nanos.get());
    }

    /** Creates a generator that is never ahead of this clock. */
    SmallGenerator generator() {
        return new SmallGenerator(this, nanos::addAndGet, Duration.ZERO, 1, bound -> 0);
    }
}
