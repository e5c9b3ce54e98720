package io.github.hibernateidgen.worker;

/** A fixed number, which the caller keeps unique. Immutable and thread-safe. */
record FixedWorkerSource(WorkerReservation reservation) implements WorkerSource {

    @Override
    public String toString() {
        return "fixed worker number " + reservation.worker();
    }
}
