package io.github.hibernateidgen.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that only a test moves. Pass {@code clock::sleep} where the code under test sleeps: sleeping moves the clock,
 * so that nothing waits. Not thread-safe.
 */
public final class FakeClock implements InstantSource {

    private Instant now;
    private boolean stopped;
    private Duration slept = Duration.ZERO;
    private int sleepsInVain;
    private int reads;

    public FakeClock(Instant now) {
        this.now = now;
    }

    public static FakeClock at(String now) {
        return new FakeClock(Instant.parse(now));
    }

    @Override
    public Instant instant() {
        reads++;
        return now;
    }

    /** What the clock shows, without counting as a read. */
    public Instant now() {
        return now;
    }

    public void set(Instant instant) {
        now = instant;
    }

    /** Moves the clock forward, or back where the step is negative. */
    public void advance(Duration step) {
        now = now.plus(step);
    }

    public void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    /** From now on sleeping does not move the clock. */
    public void stop() {
        stopped = true;
    }

    public void go() {
        stopped = false;
        sleepsInVain = 0;
    }

    /** Another call begins: it has slept nothing in vain so far. */
    public void beginCall() {
        sleepsInVain = 0;
    }

    /** Fails where the caller would never come to an end: a sleep of no length, or one more of very many in vain. */
    public void sleep(long nanos) {
        if (nanos <= 0 || sleepsInVain > 10_000) {
            throw new AssertionError("sleeps for " + nanos + " ns after " + sleepsInVain + " sleeps in vain");
        }
        slept = slept.plusNanos(nanos);
        if (stopped) {
            sleepsInVain++;
        } else {
            now = now.plusNanos(nanos);
        }
    }

    /** How long all sleeps have lasted together. */
    public Duration slept() {
        return slept;
    }

    /** How often the clock was read. */
    public int reads() {
        return reads;
    }
}
