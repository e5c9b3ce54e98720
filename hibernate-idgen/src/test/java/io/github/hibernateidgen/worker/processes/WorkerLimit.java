package io.github.hibernateidgen.worker.processes;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;

/** Keeps worker numbers below a bound that is no power of two; it issues no tick. */
record WorkerLimit(long workers) implements TickIssuer {

    @Override
    public Object scope() {
        return this;
    }

    @Override
    public Duration lead() {
        return Duration.ZERO;
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        if (reservation.worker() >= workers) {
            throw new IllegalArgumentException(
                    "worker number [" + reservation.worker() + "] is not below [" + workers + "]");
        }
    }

    @Override
    public long close() {
        return Long.MIN_VALUE;
    }

    @Override
    public void reopen() {}
}
