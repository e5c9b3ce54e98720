package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.OwnSessions;
import io.github.hibernateidgen.internal.settings.SegmentCounters;
import io.github.hibernateidgen.internal.settings.SegmentCounters.CheckedSource;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentSource;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a counter in Redis. Tenants share one counter, since their rows may be in one table. The counter is compared
 * with the ids in a tenant's database when the tenant's first id is requested; without tenants, at start-up.
 *
 * <p>A missing counter is created only if one table alone uses its numbers: other tables, also of other applications, may
 * use a counter that the mapping names, and tenants do not see each other's rows.
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
    private final AtomicReference<@Nullable CheckedSource> withoutTenant = new AtomicReference<>();

    /**
     * Makes the segments of an attribute without sending anything.
     *
     * @param counters the counters in Redis
     * @param name the counter's name
     * @param size how many numbers a segment has
     * @param first the first number, if the counter is created
     * @param named whether the mapping gave the counter its name, so that other tables may use it too
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
     * Compares the counter with the existing ids.
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

    private CheckedSource withoutTenant(SessionFactoryImplementor factory) {
        CheckedSource known = withoutTenant.get();
        if (known != null) {
            return known;
        }
        CheckedSource made = counter(new OwnSessions(factory, null), !named);
        return withoutTenant.compareAndSet(null, made) ? made : withoutTenant(factory);
    }

    private CheckedSource counter(OwnSessions sessions, boolean mayMake) {
        return counters.counter(name, size, first, mayMake, () -> highest.read(sessions));
    }

    /** Returns the name of the counter in messages. */
    public String describe() {
        return counters.describe(name);
    }
}
