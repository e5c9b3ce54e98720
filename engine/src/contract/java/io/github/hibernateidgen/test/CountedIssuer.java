package io.github.hibernateidgen.test;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;

/** Stands for a generator: it says what it has issued, and counts how often it was closed. Thread-safe. */
final class CountedIssuer implements TickIssuer {

    private final Object scope;
    private final long workers;
    private long issuedEnd = Long.MIN_VALUE;
    private int closes;

    /** One with a scope of its own. */
    CountedIssuer(long workers) {
        this(new Object(), workers);
    }

    CountedIssuer(Object scope, long workers) {
        this.scope = scope;
        this.workers = workers;
    }

    synchronized void issuedUntil(long end) {
        issuedEnd = end;
    }

    synchronized int closes() {
        return closes;
    }

    @Override
    public Object scope() {
        return scope;
    }

    @Override
    public Object maker() {
        return this;
    }

    @Override
    public long workers() {
        return workers;
    }

    @Override
    public Duration lead() {
        return Duration.ofMillis(1);
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        if (reservation.worker() >= workers) {
            throw new IllegalArgumentException(
                    "worker number [" + reservation.worker() + "] does not fit; [" + workers + "] do");
        }
    }

    @Override
    public Duration left(WorkerReservation reservation, long millis) {
        return Duration.ofMillis(Math.max(0, reservation.reservedUntil() - millis));
    }

    @Override
    public synchronized boolean isClosed() {
        return closes > 0;
    }

    @Override
    public synchronized long close() {
        closes++;
        return closes == 1 ? issuedEnd : Long.MAX_VALUE;
    }

    @Override
    public void reopen() {}
}
