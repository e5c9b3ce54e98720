package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.OwnSessions;
import io.github.hibernateidgen.internal.settings.SegmentCounters;
import io.github.hibernateidgen.internal.settings.SegmentCounters.Counter;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a counter in Redis. Tenants share one counter: their rows may be in one table. Each is held against the ids
 * of its own database, as its first id is asked for; without tenants that is done at start-up.
 *
 * <p>A counter is made only where one table alone has its numbers: one that was given a name may be another table's too,
 * also of another application, and tenants do not see each other's rows.
 *
 * <p>Thread-safe. It is equal to itself only.
 */
public final class RedisSegments implements SegmentOrigin {

    private final SegmentCounters counters;
    private final String name;
    private final int size;
    private final int first;
    private final boolean named;
    private final HighestId highest;
    private final AtomicReference<@Nullable Counter> withoutTenant = new AtomicReference<>();

    /**
     * Makes the segments of an attribute; nothing is sent yet.
     *
     * @param counters the counters in Redis
     * @param name the counter's name
     * @param size how many numbers a segment has
     * @param first the first number, if the counter is made
     * @param named whether the mapping gave the counter its name, so that other tables may have it too
     * @param highest reads the highest id in use
     */
    public RedisSegments(SegmentCounters counters, String name, int size, int first, boolean named, HighestId highest) {
        this.counters = counters;
        this.name = name;
        this.size = size;
        this.first = first;
        this.named = named;
        this.highest = highest;
    }

    @Override
    public SegmentSource apart(SharedSessionContractImplementor caller) {
        SessionFactoryImplementor factory = caller.getFactory();
        Object tenant = caller.getTenantIdentifierValue();
        if (tenant == null) {
            return withoutTenant(factory).source();
        }
        return counter(new OwnSessions(factory, tenant), false).source();
    }

    @Override
    public @Nullable SegmentSource within(SharedSessionContractImplementor caller) {
        return null;
    }

    /**
     * Holds the counter against the ids that there are.
     *
     * @throws IdgenConfigurationException if it can't be used
     */
    public void check(SessionFactoryImplementor factory) {
        if (isForTenants(factory.getSessionFactoryOptions())) {
            return;
        }
        try {
            withoutTenant(factory).check().run();
        } catch (NumbersLostException e) {
            throw new IdgenConfigurationException(highest.path(), "redis", String.valueOf(e.getMessage()), e);
        } catch (RuntimeException e) {
            throw new IdgenConfigurationException(
                    highest.path(),
                    "redis",
                    describe() + " can't be held against the ids in the database, since " + e.getMessage()
                            + "; see whether Redis and the database answer, and whether the table is there",
                    e);
        }
    }

    private static boolean isForTenants(SessionFactoryOptions options) {
        return options.isMultiTenancyEnabled() || options.getCurrentTenantIdentifierResolver() != null;
    }

    private Counter withoutTenant(SessionFactoryImplementor factory) {
        Counter known = withoutTenant.get();
        if (known != null) {
            return known;
        }
        Counter made = counter(new OwnSessions(factory, null), !named);
        return withoutTenant.compareAndSet(null, made) ? made : withoutTenant(factory);
    }

    private Counter counter(OwnSessions sessions, boolean mayMake) {
        return counters.counter(name, size, first, mayMake, () -> highest.read(sessions));
    }

    /** Returns what the counter is called in messages. */
    public String describe() {
        return counters.describe(name);
    }
}
