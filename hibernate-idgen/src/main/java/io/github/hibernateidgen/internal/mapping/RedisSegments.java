package io.github.hibernateidgen.internal.mapping;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.engines.OwnSessions;
import io.github.hibernateidgen.internal.settings.SegmentCounters;
import io.github.hibernateidgen.internal.settings.SegmentCounters.Counter;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.Stripe;
import java.util.Properties;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.hibernate.mapping.PersistentClass;
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
final class RedisSegments implements SegmentOrigin {

    private final SegmentCounters counters;
    private final String name;
    private final int size;
    private final int first;
    private final boolean named;
    private final HighestId highest;
    private @Nullable Counter withoutTenant;

    private RedisSegments(
            SegmentCounters counters, String name, int size, int first, boolean named, HighestId highest) {
        this.counters = counters;
        this.name = name;
        this.size = size;
        this.first = first;
        this.named = named;
        this.highest = highest;
    }

    /**
     * Reads what the mapping says; nothing is sent yet.
     *
     * @throws IdgenConfigurationException if the attribute can't have such segments, or Redis is not named
     */
    static RedisSegments of(MappedAttribute attribute, Properties parameters, Stripe stripe) {
        PersistentClass entity = attribute.entity();
        if (entity == null) {
            throw attribute.invalid("redis", "a counter in Redis is for an entity's whole @Id; use the database here");
        }
        if (attribute.javaType() == String.class) {
            throw attribute.invalid(
                    "redis",
                    "a counter in Redis is held against the highest id, which text does not tell; use Long, or take"
                            + " segments from the database");
        }
        if (stripe.of() > 1) {
            throw attribute.invalid(
                    stripe,
                    "a counter in Redis serves all masters; remove the stripe, or take segments from the database");
        }
        if (Boolean.parseBoolean(parameters.getProperty(SequenceStyleGenerator.FORCE_TBL_PARAM))) {
            throw attribute.invalid(
                    "redis", "a table is asked for too; remove that, or take segments from the database");
        }
        String asking = requireNonNull(SegmentOptions.askingForRedis(parameters, attribute));
        return new RedisSegments(
                attribute.engines().counters(asking),
                SegmentOptions.name(parameters, attribute),
                SegmentOptions.size(parameters, attribute),
                SegmentOptions.first(parameters, attribute),
                SegmentOptions.isNamed(parameters),
                new HighestId(attribute.path(), entity.getRootClass(), attribute.column()));
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
    void check(SessionFactoryImplementor factory) {
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

    private synchronized Counter withoutTenant(SessionFactoryImplementor factory) {
        Counter known = withoutTenant;
        if (known == null) {
            known = counter(new OwnSessions(factory, null), !named);
            withoutTenant = known;
        }
        return known;
    }

    private Counter counter(OwnSessions sessions, boolean mayMake) {
        return counters.counter(name, size, first, mayMake, () -> highest.read(sessions));
    }

    String describe() {
        return counters.describe(name);
    }
}
