package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The segment generators of one attribute: one generator for each tenant, because each tenant's database has its own numbers.
 * A generator is made when the tenant's first id is requested.
 *
 * <p>Thread-safe.
 */
final class TenantSegments {

    private static final System.Logger LOGGER = Engines.logger("io.github.hibernateidgen.segment");

    private static final Object NO_TENANT = new Object();

    private final OffsetAndStep offsetAndStep;
    private final SegmentLimits limits;
    private final Executor threads;
    private final Map<Object, SegmentGenerator> generators = new ConcurrentHashMap<>();

    // Guarded by this.
    private boolean suspended;
    private boolean closed;

    /**
     * Makes the segments of an attribute without fetching any.
     *
     * @param offsetAndStep determines which numbers are issued
     * @param limits how far ahead segments are fetched, and how long callers wait
     * @param threads runs the fetches
     */
    TenantSegments(OffsetAndStep offsetAndStep, SegmentLimits limits, Executor threads) {
        this.offsetAndStep = offsetAndStep;
        this.limits = limits;
        this.threads = threads;
    }

    /** Returns the generator of one tenant, or of the application without tenants; null if it was not made yet. */
    @Nullable
    SegmentGenerator known(@Nullable Object tenant) {
        return generators.get(tenant == null ? NO_TENANT : tenant);
    }

    /**
     * Returns the generator of one tenant, and makes it if there is none.
     *
     * @param tenant the tenant; null if the application has no tenants
     * @param source makes the tenant's source on the caller's thread. This class holds no
     *     lock during the call, because the supplier calls Hibernate, and Hibernate's registry holds its own lock while
     *     it closes
     * @throws IllegalStateException if the session factory has closed
     */
    SegmentGenerator generator(@Nullable Object tenant, Supplier<SegmentSource> source) {
        SegmentGenerator known = known(tenant);
        if (known != null) {
            return known;
        }
        SegmentGenerator made;
        try {
            made = new SegmentGenerator(source.get(), offsetAndStep, limits, threads, System::nanoTime, LOGGER);
        } catch (RuntimeException e) {
            throw isClosed() ? closed(e) : e;
        }
        SegmentGenerator added = add(tenant == null ? NO_TENANT : tenant, made);
        if (added == null) {
            // The suspended generator throws for this caller. After the restore, the next caller makes another
            // generator.
            made.suspend();
            return made;
        }
        return added;
    }

    /** Adds a generator if there is none; returns null while the generators are suspended. */
    private synchronized @Nullable SegmentGenerator add(Object key, SegmentGenerator made) {
        if (closed) {
            throw closed(null);
        }
        if (suspended) {
            return null;
        }
        SegmentGenerator first = generators.putIfAbsent(key, made);
        return first == null ? made : first;
    }

    private static IllegalStateException closed(@Nullable RuntimeException cause) {
        return new IllegalStateException("the session factory is closed; make ids before the shutdown", cause);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Returns which numbers are issued. */
    OffsetAndStep offsetAndStep() {
        return offsetAndStep;
    }

    /** Returns the statistics of each generator. */
    List<SegmentStatistics> statistics() {
        return generators.values().stream().map(SegmentGenerator::statistics).toList();
    }

    /** Drops buffered numbers and accepts lower numbers again: the table was emptied, and its numbers restart. */
    void reset() {
        generators.values().forEach(SegmentGenerator::reset);
    }

    /** Issues no numbers until {@link #resume()}: callers get an exception. */
    void suspend() {
        all(true, false).forEach(SegmentGenerator::suspend);
    }

    /** Issues numbers again. */
    void resume() {
        all(false, false).forEach(SegmentGenerator::resume);
    }

    /** Closes all generators. A thread that is making a generator meanwhile gets an exception. */
    void close() {
        all(false, true).forEach(SegmentGenerator::close);
        generators.clear();
    }

    /**
     * Records the new state and returns the generators. The caller calls the generators without the lock of this class,
     * because the generators log.
     */
    private synchronized List<SegmentGenerator> all(boolean nowSuspended, boolean nowClosed) {
        suspended = nowSuspended;
        closed |= nowClosed;
        return List.copyOf(generators.values());
    }
}
