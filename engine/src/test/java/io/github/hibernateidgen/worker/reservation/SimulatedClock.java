package io.github.hibernateidgen.worker.reservation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A wall clock over the true time: it drifts, and it can be moved either way. */
final class SimulatedClock implements InstantSource {

    private final LongSupplier trueMillis;
    private long base;
    private long shown;
    private double rate = 1;
    private long highest = Long.MIN_VALUE;
    private long lowest = Long.MIN_VALUE;

    SimulatedClock(LongSupplier trueMillis) {
        this.trueMillis = trueMillis;
        this.base = trueMillis.getAsLong();
        this.shown = base;
    }

    @Override
    public long millis() {
        long millis = Math.max(lowest, shown + (long) ((trueMillis.getAsLong() - base) * rate));
        highest = Math.max(highest, millis);
        return millis;
    }

    /** The latest time that it has ever shown. */
    long highest() {
        return highest;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    /** Shows no time before this, whatever else happens to it. */
    void notBefore(long millis) {
        lowest = millis;
    }

    void jump(long millis) {
        rebase(millis() + millis, rate);
    }

    void drift(double newRate) {
        rebase(millis(), newRate);
    }

    void setRight() {
        rebase(trueMillis.getAsLong(), 1);
    }

    private void rebase(long newShown, double newRate) {
        base = trueMillis.getAsLong();
        shown = newShown;
        rate = newRate;
    }
}
