package io.github.hibernateidgen.worker;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The generators of this process whose worker number never ends. Two open generators with the same number and the same layout
 * make the same ids, so a warning names both. A pair of places in the code is logged once, because the code may make a
 * generator for each request.
 *
 * <p>Thread-safe. No lock is held while a generator is called or a warning is logged.
 */
final class FixedGenerators {

    private static final System.Logger LOG = System.getLogger("io.github.hibernateidgen.worker");

    private static final String ENGINE = "io.github.hibernateidgen.";
    private static final Set<String> ENGINE_PACKAGES = Set.of(ENGINE + "worker", ENGINE + "snowflake");
    private static final String SESSION_FACTORY = "for a session factory";

    /** Guarded by its own monitor. */
    private static final List<Known> KNOWN = new ArrayList<>();

    /** The pairs of places that were logged. The code has a limited number of places, so this set stays small. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private FixedGenerators() {}

    /** A generator and the place that made it. Weak, so that a generator that is never closed does not stay in memory. */
    private static final class Known extends WeakReference<TickIssuer> {

        private final long worker;
        private final String place;

        Known(TickIssuer issuer, long worker, String place) {
            super(issuer);
            this.worker = worker;
            this.place = place;
        }

        /** Returns whether both belong to session factories. Startup compares session factories by their databases. */
        boolean isComparedAtStart(Known other) {
            return place.equals(SESSION_FACTORY) && other.place.equals(SESSION_FACTORY);
        }
    }

    /** Adds a generator, and logs a warning if an open generator makes the same ids. */
    static void add(long worker, TickIssuer issuer) {
        Known added = new Known(issuer, worker, place());
        for (Known other : added(added)) {
            TickIssuer open = other.get();
            if (open != null
                    && other.worker == worker
                    && !other.isComparedAtStart(added)
                    && !open.isClosed()
                    && open.scope().equals(issuer.scope())) {
                warn(other, open, added, issuer);
                return;
            }
        }
    }

    private static void warn(Known other, TickIssuer open, Known added, TickIssuer issuer) {
        if (LOGGED.add(other.place + " " + added.place)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "worker number [" + added.worker
                            + "] is the number of two open generators, which make the same ids: one"
                            + " of layout [" + open.scope() + "], made " + other.place + ", and another of layout ["
                            + issuer.scope() + "], made " + added.place
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

    /** Returns the place in the code that makes the generator. Sources that wrap other sources are not the place. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame ->
                                !frame.getMethodName().equals("attach") && !ENGINE_PACKAGES.contains(packageOf(frame)))
                        .findFirst()
                        .map(frame -> frame.getClassName().startsWith(ENGINE + "internal.")
                                ? SESSION_FACTORY
                                : "at " + frame.toStackTraceElement())
                        .orElse("at an unknown place"));
    }

    private static String packageOf(StackWalker.StackFrame frame) {
        String name = frame.getClassName();
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
