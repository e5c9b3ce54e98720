package io.github.hibernateidgen.internal.engines;

import io.github.hibernateidgen.internal.settings.HibernateLogger;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.segment.Stripe;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The generators of one attribute: one for each session factory and each tenant, whose database has numbers of its own,
 * made when its first id is asked for. They fetch through their session factory, and end with it.
 *
 * <p>Thread-safe.
 */
public final class AttributeSegments {

    private static final System.Logger LOGGER = HibernateLogger.of("io.github.hibernateidgen.segment");

    private final Stripe stripe;
    private final boolean inDatabase;
    private final SegmentLimits limits;
    private final Executor threads;
    private final Map<Object, Map<Object, SegmentGenerator>> generators = new ConcurrentHashMap<>();

    // Guarded by this.
    private final Set<Object> ended = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean suspended;
    private boolean closed;

    AttributeSegments(Stripe stripe, boolean inDatabase, SegmentLimits limits, Executor threads) {
        this.stripe = stripe;
        this.inDatabase = inDatabase;
        this.limits = limits;
        this.threads = threads;
    }

    /**
     * The generator of one database.
     *
     * @param factory the session factory that asks
     * @param key what tells the database from that of other tenants
     * @param source makes the source, on the thread of the first caller
     */
    public SegmentGenerator generator(Object factory, Object key, Supplier<SegmentSource> source) {
        Map<Object, SegmentGenerator> known = generators.get(factory);
        SegmentGenerator generator = known == null ? null : known.get(key);
        return generator != null ? generator : made(factory, key, source);
    }

    /** In one monitor with what ends or suspends them, which a generator that is being made does not escape so. */
    private synchronized SegmentGenerator made(Object factory, Object key, Supplier<SegmentSource> source) {
        if (closed || ended.contains(factory)) {
            SegmentGenerator late = make(source);
            late.close();
            return late;
        }
        return generators
                .computeIfAbsent(factory, missing -> new ConcurrentHashMap<>())
                .computeIfAbsent(key, missing -> {
                    SegmentGenerator made = make(source);
                    if (suspended) {
                        made.suspend();
                    }
                    return made;
                });
    }

    private SegmentGenerator make(Supplier<SegmentSource> source) {
        return new SegmentGenerator(source.get(), stripe, limits, threads, System::nanoTime, LOGGER);
    }

    /** Which numbers are issued. */
    public Stripe stripe() {
        return stripe;
    }

    /** Whether the numbers come from the database of the entities, which may be one of several masters. */
    boolean inDatabase() {
        return inDatabase;
    }

    /** How each of the generators has fared. */
    public List<SegmentStatistics> statistics() {
        return all().map(SegmentGenerator::statistics).toList();
    }

    /** The table was emptied and its numbers begin anew. */
    public void reset() {
        each(SegmentGenerator::reset);
    }

    synchronized void suspend() {
        suspended = true;
        each(SegmentGenerator::suspend);
    }

    synchronized void resume() {
        suspended = false;
        each(SegmentGenerator::resume);
    }

    /** A session factory closes. */
    synchronized void close(Object factory) {
        ended.add(factory);
        Map<Object, SegmentGenerator> closing = generators.remove(factory);
        if (closing != null) {
            closing.values().forEach(SegmentGenerator::close);
        }
    }

    /** The last session factory has closed. Another one has other generators. */
    synchronized void close() {
        closed = true;
        each(SegmentGenerator::close);
        generators.clear();
    }

    private void each(Consumer<SegmentGenerator> action) {
        all().forEach(action);
    }

    private Stream<SegmentGenerator> all() {
        return generators.values().stream().flatMap(known -> known.values().stream());
    }
}
