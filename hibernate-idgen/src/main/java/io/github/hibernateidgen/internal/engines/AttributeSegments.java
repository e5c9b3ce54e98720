package io.github.hibernateidgen.internal.engines;

import io.github.hibernateidgen.internal.settings.HibernateLogger;
import io.github.hibernateidgen.segment.SegmentGenerator;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStatistics;
import io.github.hibernateidgen.segment.Stripe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The generators of one attribute: one for each tenant, whose database has numbers of its own, made when its first id is
 * asked for. They end with the last session factory of the registry; another one gets new ones.
 *
 * <p>Thread-safe.
 */
public final class AttributeSegments {

    private static final System.Logger LOGGER = HibernateLogger.of("io.github.hibernateidgen.segment");

    private final Stripe stripe;
    private final SegmentLimits limits;
    private final Executor threads;
    private final Map<Object, SegmentGenerator> generators = new ConcurrentHashMap<>();
    private boolean suspended;

    AttributeSegments(Stripe stripe, SegmentLimits limits, Executor threads) {
        this.stripe = stripe;
        this.limits = limits;
        this.threads = threads;
    }

    /**
     * The generator of one database.
     *
     * @param key what tells the database from that of other tenants and session factories
     * @param source makes the source, on the thread of the first caller
     */
    public SegmentGenerator generator(Object key, Supplier<SegmentSource> source) {
        SegmentGenerator generator = generators.get(key);
        return generator != null ? generator : made(key, source);
    }

    /** In one monitor with {@link #suspend()}, which a generator that is being made does not escape so. */
    private synchronized SegmentGenerator made(Object key, Supplier<SegmentSource> source) {
        return generators.computeIfAbsent(key, missing -> {
            SegmentGenerator made =
                    new SegmentGenerator(source.get(), stripe, limits, threads, System::nanoTime, LOGGER);
            if (suspended) {
                made.suspend();
            }
            return made;
        });
    }

    /** Which numbers are issued. */
    public Stripe stripe() {
        return stripe;
    }

    /** How each of the generators has fared. */
    public List<SegmentStatistics> statistics() {
        return generators.values().stream().map(SegmentGenerator::statistics).toList();
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

    /** They stay closed; another session factory has another key. */
    void close() {
        each(SegmentGenerator::close);
    }

    private void each(Consumer<SegmentGenerator> action) {
        generators.values().forEach(action);
    }
}
