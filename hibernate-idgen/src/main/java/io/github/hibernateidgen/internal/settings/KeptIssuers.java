package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source of the user's, with the generators of one registry that were attached to it through here: they end with the
 * registry's last session factory, while the source itself may go on to serve others.
 *
 * <p>Thread-safe.
 */
final class KeptIssuers implements WorkerSource {

    private final WorkerSource source;
    private final List<KeptIssuer> issuers = new ArrayList<>();

    KeptIssuers(WorkerSource source) {
        this.source = source;
    }

    @Override
    public WorkerReservation reservation() {
        return source.reservation();
    }

    @Override
    public synchronized void attach(TickIssuer issuer) {
        KeptIssuer kept = new KeptIssuer(issuer);
        source.attach(kept);
        issuers.add(kept);
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        source.awaitRenewal(ended);
    }

    /** Ends the generators until {@link #resume()}. */
    synchronized void suspend() {
        issuers.forEach(KeptIssuer::close);
    }

    /** Lets them go on, behind all that a process before may have issued by now. */
    synchronized void resume() {
        issuers.forEach(KeptIssuer::reopen);
    }

    /** Ends the generators, and leaves the source open. */
    synchronized void close() {
        issuers.forEach(KeptIssuer::end);
    }

    @Override
    public String toString() {
        return source.toString();
    }

    /** Remembers where its ticks ended: a source that is closed after the generators is to hear it, too. */
    private static final class KeptIssuer implements TickIssuer {

        private final TickIssuer issuer;
        private @Nullable Long end;
        private boolean ended;

        KeptIssuer(TickIssuer issuer) {
            this.issuer = issuer;
        }

        @Override
        public Object scope() {
            return issuer.scope();
        }

        @Override
        public long workers() {
            return issuer.workers();
        }

        @Override
        public Duration lead() {
            return issuer.lead();
        }

        @Override
        public void requireFits(WorkerReservation reservation) {
            issuer.requireFits(reservation);
        }

        @Override
        public synchronized long close() {
            if (end == null) {
                end = issuer.close();
            }
            return end;
        }

        /** For good: a source of the user's that is resumed later may not let it go on. */
        synchronized void end() {
            ended = true;
            close();
        }

        @Override
        public synchronized void reopen() {
            if (!ended) {
                end = null;
                issuer.reopen();
            }
        }
    }
}
