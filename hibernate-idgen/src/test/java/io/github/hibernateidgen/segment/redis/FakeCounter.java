package io.github.hibernateidgen.segment.redis;

import org.jspecify.annotations.Nullable;

/** A counter in memory that can be forgotten and set back. */
final class FakeCounter implements Counter {

    private @Nullable Long value;
    private @Nullable String token;

    @Override
    public synchronized State open(@Nullable Long beginning, String newToken) {
        if (beginning != null && value == null && token == null) {
            value = beginning;
            token = newToken;
        }
        return new State(value, token);
    }

    @Override
    public synchronized Addition add(String expected, long given, long size) {
        if (!expected.equals(token)) {
            return new Addition(Outcome.REPLACED, 0);
        }
        if (value == null || value < given) {
            token = null;
            return new Addition(Outcome.SET_BACK, 0);
        }
        value = Math.addExact(value, size);
        return new Addition(Outcome.ADDED, value);
    }

    /** As Redis does that is flushed, or starts without its data. */
    synchronized void forget() {
        value = null;
        token = null;
    }

    /** As somebody does by hand, or Redis that has lost its last writes. */
    synchronized void set(@Nullable Long value, @Nullable String token) {
        this.value = value;
        this.token = token;
    }

    synchronized @Nullable Long value() {
        return value;
    }

    @Override
    public String describe() {
        return "Redis counter orders";
    }

    @Override
    public String repair(long value, String token) {
        return "HSET orders value " + value + " token " + token;
    }
}
