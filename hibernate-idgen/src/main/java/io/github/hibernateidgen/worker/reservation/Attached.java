package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.TickIssuer;
import java.util.List;

/**
 * A generator on a {@link ReservedWorkerSource}, and its properties, which were read before the source's lock was acquired.
 */
record Attached(TickIssuer issuer, Object scope, long workers, long leadMillis) {

    static Attached of(TickIssuer issuer) {
        return new Attached(
                issuer, issuer.scope(), issuer.workers(), issuer.lead().toMillis());
    }

    /**
     * Checks that no other generator makes the same ids.
     *
     * @throws IllegalStateException if one does
     */
    void requireAlone(List<Attached> others) {
        for (Attached other : others) {
            if (other.scope.equals(scope)) {
                boolean renamed = !other.scope.toString().equals(scope.toString());
                throw new IllegalStateException("layout [" + other.scope
                        + "] has a generator on this source already, and "
                        + (renamed ? "layout [" + scope + "] has the same bits under other names, so " : "")
                        + "two would make the same ids; share that"
                        + " generator, or give each a source of its own (in Hibernate: a ReservationStore instead of a"
                        + " ReservedWorkerSource)");
            }
        }
    }
}
