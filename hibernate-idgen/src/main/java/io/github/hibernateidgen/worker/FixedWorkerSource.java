package io.github.hibernateidgen.worker;

/** A number that somebody vouches for. Immutable and thread-safe. */
record FixedWorkerSource(WorkerReservation reservation) implements WorkerSource {

    @Override
    public String toString() {
        return "fixed worker number " + reservation.worker();
    }
}
