package io.github.hibernateidgen.internal.settings;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A source that belongs to the user. It keeps track of the generators that one session factory attaches through it: they
 * end with the session factory, while the source stays open and may serve others.
 *
 * <p>Thread-safe.
 */
final class BorrowedSource implements WorkerSource {

    private final WorkerSource source;
    private final List<TrackedIssuer> issuers = new CopyOnWriteArrayList<>();
    private volatile boolean suspended;
    private volatile boolean closed;

    BorrowedSource(WorkerSource source) {
        this.source = source;
    }

    @Override
    public WorkerReservation reservation() {
        return source.reservation();
    }

    /**
     * Tracks a generator before the source knows it: if the session factory closes or is suspended meanwhile, either that
     * finds the generator, or this finds the flag.
     */
    @Override
    public void attach(TickIssuer issuer) {
        TrackedIssuer tracked = new TrackedIssuer(issuer);
        issuers.add(tracked);
        try {
            source.attach(tracked);
        } catch (RuntimeException | Error e) {
            issuers.remove(tracked);
            throw e;
        }
        if (suspended) {
            tracked.close();
        }
        if (closed) {
            tracked.end();
        }
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        source.awaitRenewal(ended);
    }

    /** Ends the generators until {@link #resume()}. */
    void suspend() {
        suspended = true;
        issuers.forEach(TrackedIssuer::close);
    }

    /** Lets the generators continue after all that an earlier process may have issued by now. */
    void resume() {
        suspended = false;
        issuers.forEach(TrackedIssuer::reopen);
    }

    /** Ends the generators, and leaves the source open. */
    void close() {
        closed = true;
        issuers.forEach(TrackedIssuer::end);
    }

    @Override
    public String toString() {
        return source.toString();
    }

    /**
     * Remembers the last tick of a closed generator: the source asks for it again if it is closed later. It holds its lock
     * while the generator closes or reopens: one that has ended must never reopen.
     */
    private static final class TrackedIssuer implements TickIssuer {

        private final TickIssuer issuer;
        private @Nullable Long end;
        private boolean ended;

        TrackedIssuer(TickIssuer issuer) {
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
        public Duration left(WorkerReservation reservation, long millis) {
            return issuer.isClosed() ? TickIssuer.super.left(reservation, millis) : issuer.left(reservation, millis);
        }

        /** Returns false while it is suspended: it is reopened later. */
        @Override
        public synchronized boolean isClosed() {
            return ended;
        }

        @Override
        public synchronized long close() {
            if (end == null) {
                end = issuer.close();
            }
            return end;
        }

        /** Ends the generator for good, even if the user resumes the source later. */
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
