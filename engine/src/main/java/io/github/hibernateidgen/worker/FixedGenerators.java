package io.github.hibernateidgen.worker;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The generators of this process on fixed sources. Two open generators with the same number and the same layout make the
 * same ids, so a warning names both, unless their makers are equal. A pair of makers is logged once, because the code may
 * make a generator for each request.
 *
 * <p>Thread-safe. No lock is held while a generator is called or a warning is logged.
 */
final class FixedGenerators {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen.worker");

    /** Guarded by its own monitor. */
    private static final List<Known> KNOWN = new ArrayList<>();

    /** The pairs of makers that were logged. The code has a limited number of places, so this set stays small. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private FixedGenerators() {}

    /** A generator. Weak, so that a generator that is never closed does not stay in memory. */
    private static final class Known extends WeakReference<TickIssuer> {

        private final long worker;

        Known(TickIssuer issuer, long worker) {
            super(issuer);
            this.worker = worker;
        }
    }

    /** Adds a generator, and logs a warning if an open generator makes the same ids. */
    static void add(long worker, TickIssuer issuer) {
        for (Known other : added(new Known(issuer, worker))) {
            TickIssuer open = other.get();
            if (open != null
                    && other.worker == worker
                    && !open.maker().equals(issuer.maker())
                    && !open.isClosed()
                    && open.scope().equals(issuer.scope())) {
                warn(worker, open, issuer);
                return;
            }
        }
    }

    private static void warn(long worker, TickIssuer open, TickIssuer added) {
        if (LOGGED.add(open.maker() + " " + added.maker())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "worker number [" + worker
                            + "] is the number of two open generators, which make the same ids: one"
                            + " of layout [" + open.scope() + "], made " + open.maker() + ", and another of layout ["
                            + added.scope() + "], made " + added.maker()
                            + "; make one generator for the process and share it, or give each generator another number");
        }
    }

    /**
     * Adds a generator and returns the other generators. The generator is added before it is compared. If two generators are
     * made at the same time, at least one of them then sees the other.
     */
    private static List<Known> added(Known added) {
        synchronized (KNOWN) {
            KNOWN.removeIf(known -> known.refersTo(null));
            List<Known> others = List.copyOf(KNOWN);
            KNOWN.add(added);
            return others;
        }
    }
}
