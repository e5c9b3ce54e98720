package io.github.hibernateidgen.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A source of reservations that the test decides, and never renews. It refuses no generator: the test knows what it does.
 *
 * @param issuers the generators, in the order in which they were made
 */
public record SuppliedSource(Supplier<WorkerReservation> current, List<TickIssuer> issuers) implements WorkerSource {

    public SuppliedSource(Supplier<WorkerReservation> current) {
        this(current, new ArrayList<>());
    }

    @Override
    public WorkerReservation reservation() {
        return current.get();
    }

    @Override
    public void attach(TickIssuer issuer) {
        issuer.requireFits(reservation());
        issuers.add(issuer);
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        throw new ReservationEndedException(ended, "its source does not renew it; restart the process", null);
    }
}
