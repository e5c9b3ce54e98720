package io.github.hibernateidgen.internal.factory;

import io.github.hibernateidgen.internal.database.HibernateDatabase;
import io.github.hibernateidgen.internal.segments.AttributeSegments;
import io.github.hibernateidgen.internal.segments.SegmentThreads;
import io.github.hibernateidgen.internal.segments.ServerStep;
import io.github.hibernateidgen.internal.settings.Settings;
import io.github.hibernateidgen.internal.settings.Strategy;
import io.github.hibernateidgen.segment.OffsetAndStep;
import io.github.hibernateidgen.segment.SegmentLimits;
import io.github.hibernateidgen.segment.SegmentStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a session factory's attributes, with the threads and the store that they share.
 *
 * <p>Attributes are bound by the thread that makes the session factory. All other methods are thread-safe.
 */
public final class Segments {

    private final Settings settings;
    private volatile @Nullable SegmentThreads threads;
    private final List<AttributeSegments> attributes = new CopyOnWriteArrayList<>();
    private final AtomicReference<Strategy.@Nullable Made> store = new AtomicReference<>();

    /**
     * The checks that compare the store with existing ids. Hibernate may configure an attribute twice. The last check then
     * counts.
     */
    private final Map<String, Consumer<SessionFactoryImplementor>> checks = new ConcurrentHashMap<>();

    private volatile boolean closed;

    Segments(Settings settings) {
        this.settings = settings;
    }

    /**
     * Makes the segments of an attribute.
     *
     * @param offsetAndStep determines which numbers are issued
     * @param inDatabase whether the numbers come from the database of the entities
     */
    public AttributeSegments attribute(OffsetAndStep offsetAndStep, boolean inDatabase) {
        SegmentLimits limits = settings.segments().limits();
        AttributeSegments made = new AttributeSegments(offsetAndStep, inDatabase, limits, threads(limits));
        attributes.add(made);
        if (closed) {
            made.close(); // The loop of close() may have ended before the segments were added.
        }
        return made;
    }

    private SegmentThreads threads(SegmentLimits limits) {
        SegmentThreads used = threads;
        if (used == null) {
            used = new SegmentThreads(limits.maxConcurrentFetches());
            threads = used;
        }
        return used;
    }

    /**
     * Returns the store of the segments that are not from the database of the entities.
     *
     * @param path the attribute that requests the store; an error message names it
     * @throws io.github.hibernateidgen.config.IdgenConfigurationException if the settings have no store
     */
    public SegmentStore store(String path) {
        Strategy.Made used = store.get();
        if (used == null) {
            used = settings.segments().store(path);
            store.set(used);
        }
        return (SegmentStore) used.object();
    }

    /**
     * Registers a check of the store that an attribute's numbers come from. The check runs when the session factory and its
     * tables exist. The check is skipped if Hibernate starts without its database.
     *
     * @param key identifies the attribute
     * @param check throws an exception to make startup fail
     */
    public void atStart(String key, Consumer<SessionFactoryImplementor> check) {
        checks.put(key, check);
    }

    /**
     * Compares the offsets and steps of attributes with the settings of the database server, which may be one of several
     * writers, and runs the registered checks.
     */
    void check(SessionFactoryImplementor factory, HibernateDatabase database, List<BoundAttribute> bound) {
        List<BoundAttribute> inDatabase = bound.stream()
                .filter(attribute -> segments(attribute).isInDatabase())
                .toList();
        if (!inDatabase.isEmpty()) {
            ServerStep.of(database)
                    .ifPresent(step -> inDatabase.forEach(attribute ->
                            step.check(attribute.path(), segments(attribute).offsetAndStep(), settings.remedies())));
        }
        checks.values().forEach(check -> check.accept(factory));
        checks.clear();
    }

    /** Drops the registered checks, because Hibernate starts without its database. */
    void skipChecks() {
        checks.clear();
    }

    private static AttributeSegments segments(BoundAttribute attribute) {
        return (AttributeSegments) attribute.engine();
    }

    void suspend() {
        attributes.forEach(AttributeSegments::suspend);
    }

    void resume() {
        attributes.forEach(AttributeSegments::resume);
    }

    /**
     * Ends all segments.
     *
     * @return an action that waits up to two seconds for the fetches in progress, because the pool of their connections is
     *     about to close. The action then closes the store, if this library has made the store
     */
    Runnable close() {
        closed = true;
        for (AttributeSegments attribute : attributes) {
            attribute.close();
        }
        SegmentThreads used = threads;
        Runnable fetches = used == null ? () -> {} : used.end();
        Strategy.Made ended = store.getAndSet(null);
        return () -> {
            fetches.run();
            if (ended != null) {
                ended.close().run();
            }
        };
    }
}
