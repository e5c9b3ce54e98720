package io.github.hibernateidgen.worker;

import io.github.hibernateidgen.internal.text.WrongStateException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A source with a fixed worker number. The caller must keep the number unique. Two sources are equal if they have the
 * same number.
 *
 * <p>Thread-safe.
 */
final class FixedWorkerSource implements WorkerSource {

    private final WorkerReservation reservation;

    /** Each list is immutable. No lock is held while issuers are called, because an issuer may be user code. */
    private final AtomicReference<List<TickIssuer>> issuers = new AtomicReference<>(List.of());

    FixedWorkerSource(long worker) {
        this.reservation = WorkerReservation.unbounded(worker);
    }

    @Override
    public WorkerReservation reservation() {
        return reservation;
    }

    @Override
    public void attach(TickIssuer issuer) {
        issuer.requireFits(reservation);
        List<TickIssuer> known;
        List<TickIssuer> open;
        do {
            known = issuers.get();
            open = new ArrayList<>(known);
            open.removeIf(TickIssuer::isClosed);
            open.forEach(other -> requireOtherTicks(issuer, other));
            open.add(issuer);
        } while (!issuers.compareAndSet(known, List.copyOf(open)));
        FixedGenerators.add(reservation.worker(), issuer);
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        throw new ReservationEndedException(ended, "its source does not renew it; restart the process", null);
    }

    private void requireOtherTicks(TickIssuer issuer, TickIssuer other) {
        if (other.scope().equals(issuer.scope())) {
            boolean renamed = !other.scope().toString().equals(issuer.scope().toString());
            throw new WrongStateException(
                    "layout [" + other.scope() + "] has a generator on [" + this
                            + "] already, and "
                            + (renamed
                                    ? "layout [" + issuer.scope() + "] has the same bits under other names, so "
                                    : "")
                            + "two generators would make the same ids",
                    "share the generator, or give each generator a separate"
                            + " source, with another number if they write the same table");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FixedWorkerSource fixed && fixed.reservation.equals(reservation);
    }

    @Override
    public int hashCode() {
        return reservation.hashCode();
    }

    @Override
    public String toString() {
        return "fixed worker number " + reservation.worker();
    }
}
