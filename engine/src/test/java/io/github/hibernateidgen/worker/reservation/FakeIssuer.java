package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;

/** Stands for a generator: it says what it is told to. */
public class FakeIssuer implements TickIssuer {

    private final long workers;
    private final long leadMillis;
    private volatile long issuedEnd = Long.MIN_VALUE;
    private volatile boolean closed;

    public FakeIssuer(long workers, long leadMillis) {
        this.workers = workers;
        this.leadMillis = leadMillis;
    }

    FakeIssuer issuedUntil(long end) {
        issuedEnd = end;
        return this;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public Object scope() {
        return this;
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
        return Duration.ofMillis(leadMillis);
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        if (reservation.worker() >= workers) {
            throw new IllegalArgumentException("worker number [" + reservation.worker() + "] does not fit");
        }
    }

    @Override
    public Duration left(WorkerReservation reservation, long millis) {
        return Duration.ofMillis(Math.max(0, reservation.reservedUntil() - millis));
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public long close() {
        closed = true;
        return issuedEnd;
    }

    @Override
    public void reopen() {
        closed = false;
    }
}
