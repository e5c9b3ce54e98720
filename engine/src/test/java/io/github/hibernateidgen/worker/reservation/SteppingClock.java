package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands until it is moved. */
final class SteppingClock implements InstantSource {

    static final Instant START = Instant.parse("2026-06-01T12:00:00Z");

    private final AtomicReference<Instant> instant = new AtomicReference<>(START);

    @Override
    public Instant instant() {
        return instant.get();
    }

    void set(long millis) {
        instant.set(Instant.ofEpochMilli(millis));
    }

    void move(Duration step) {
        instant.updateAndGet(now -> now.plus(step));
    }
}
