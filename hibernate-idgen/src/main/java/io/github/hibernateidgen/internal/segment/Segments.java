package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.OwnConnections;
import io.github.hibernateidgen.internal.runtime.Engines;
import io.github.hibernateidgen.internal.runtime.Part;
import io.github.hibernateidgen.internal.settings.Strategy;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStore;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a session factory's attributes, with the threads and the store that they share.
 *
 * <p>Attributes are bound by the thread that makes the session factory. All other methods are thread-safe.
 */
final class Segments implements Part {

    private final Engines engines;
    private final SegmentSettings settings;
    private volatile @Nullable SegmentThreads threads;
    private final List<TenantSegments> attributes = new CopyOnWriteArrayList<>();
    private final AtomicReference<Strategy.@Nullable Made> store = new AtomicReference<>();

    private volatile boolean closed;

    private final AtomicReference<@Nullable Connections> connections = new AtomicReference<>();

    /**
     * The connections of fetches.
     *
     * @param own the connections beside the pool, which this class closes; null if there are none
     * @param used the same or a data source of the settings; null if fetches use the connections of their sessions
     */
    private record Connections(
            @Nullable OwnConnections own, @Nullable ConnectionSource used) {}

    Segments(Engines engines) {
        this.engines = engines;
        this.settings = SegmentSettings.read(engines.settings());
    }

    /**
     * Makes the segments of an attribute.
     *
     * @param offsetAndStep determines which numbers are issued
     */
    TenantSegments attribute(OffsetAndStep offsetAndStep) {
        SegmentLimits limits = settings.limits();
        TenantSegments made = new TenantSegments(offsetAndStep, limits, threads(limits));
        attributes.add(made);
        if (closed) {
            made.close(); // The loop of close() may have ended before the segments were added.
        }
        return made;
    }

    private SegmentThreads threads(SegmentLimits limits) {
        SegmentThreads used = threads;
        if (used == null) {
            used = new SegmentThreads(limits.maxConcurrentFetches(), System::nanoTime);
            threads = used;
        }
        return used;
    }

    /** Returns the connections of fetches; null if fetches use the connections of their sessions. */
    @Nullable
    ConnectionSource connections() {
        Connections known = connections.get();
        if (known == null && !closed) {
            OwnConnections own = engines.database().ownForSegments();
            connections.compareAndSet(
                    null, new Connections(own, engines.database().forSegments(own)));
            known = connections.get();
            OwnConnections kept = own();
            if (closed && kept != null) {
                kept.close(); // The action of close() may have run before these connections were made.
            }
        }
        return known == null ? null : known.used();
    }

    private @Nullable OwnConnections own() {
        Connections known = connections.get();
        return known == null ? null : known.own();
    }

    /**
     * Returns the store of the segments that are not from the database of the entities.
     *
     * @param path the attribute that requests the store; an error message names it
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if the settings have no store
     */
    SegmentStore store(String path) {
        Strategy.Made used = store.get();
        if (used == null) {
            used = settings.store(path);
            store.set(used);
        }
        return (SegmentStore) used.object();
    }

    /** Rejects segments, because Hibernate Reactive replaces each generator that extends Hibernate's generator for sequences. */
    static IdgenConfigurationException notReactive(String path) {
        return new IdgenConfigurationException(
                path,
                "segments",
                "Hibernate Reactive reads sequences itself and does not use segments",
                "use @SnowflakeId or @CombGuid, or Hibernate's own @SequenceGenerator");
    }

    @Override
    public void beforeImage() {
        attributes.forEach(TenantSegments::suspend);
        OwnConnections kept = own();
        if (kept != null) {
            kept.release();
        }
    }

    @Override
    public void afterImage() {
        attributes.forEach(TenantSegments::resume);
    }

    /**
     * Ends all segments.
     *
     * @return an action that waits up to two seconds for the fetches in progress, because the pool of their connections is
     *     about to close. The action then closes the store, if this library has made the store
     */
    @Override
    public Runnable close() {
        closed = true;
        for (TenantSegments attribute : attributes) {
            attribute.close();
        }
        SegmentThreads used = threads;
        Runnable fetches = used == null ? () -> {} : used.end();
        Strategy.Made ended = store.getAndSet(null);
        return () -> {
            fetches.run();
            OwnConnections kept = own();
            if (kept != null) {
                kept.close();
            }
            if (ended != null) {
                ended.close().run();
            }
        };
    }
}
