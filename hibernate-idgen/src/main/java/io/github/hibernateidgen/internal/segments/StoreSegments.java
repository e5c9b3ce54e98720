package io.github.hibernateidgen.internal.segments;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.database.OwnSessions;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a store outside of the entities' database. Tenants share their numbers, since their rows may be in one table. The
 * store is held against the ids in a tenant's database when the tenant's first id is requested; without tenants, at start-up.
 *
 * <p>The store may begin with the first number only if one table alone uses the numbers: other tables, also of other
 * applications, may use numbers that the mapping names, and tenants do not see each other's rows.
 *
 * <p>Thread-safe. It is equal to itself only.
 */
public final class StoreSegments implements SegmentOrigin {

    private final SegmentStore store;
    private final String name;
    private final int size;
    private final int first;
    private final boolean named;
    private final Duration timeout;
    private final HighestId highest;
    private final String description;
    private volatile @Nullable SegmentSource withoutTenant;

    /**
     * Makes the segments of an attribute without sending anything.
     *
     * @param store gives the numbers
     * @param name the name of the numbers
     * @param size how many numbers a segment has
     * @param first the first number, if the store has none
     * @param named whether the mapping gave the numbers their name, so that other tables may use them too
     * @param timeout how long a caller waits for a segment
     * @param highest reads the highest id in use
     * @throws IllegalArgumentException if the store can't give such segments
     */
    public StoreSegments(
            SegmentStore store, String name, int size, int first, boolean named, Duration timeout, HighestId highest) {
        this.store = store;
        this.name = name;
        this.size = size;
        this.first = first;
        this.named = named;
        this.timeout = timeout;
        this.highest = highest;
        this.description = source(false, null).describe();
    }

    @Override
    public SegmentSource apart(SharedSessionContractImplementor caller) {
        SessionFactoryImplementor factory = caller.getFactory();
        Object tenant = caller.getTenantIdentifierValue();
        return tenant == null ? withoutTenant(factory) : source(false, new OwnSessions(factory, tenant));
    }

    /**
     * Holds the store against the existing ids.
     *
     * @throws IdgenConfigurationException if it can't be used
     */
    public void check(SessionFactoryImplementor factory) {
        SessionFactoryOptions options = factory.getSessionFactoryOptions();
        if (options.isMultiTenancyEnabled() || options.getCurrentTenantIdentifierResolver() != null) {
            return;
        }
        try {
            withoutTenant(factory).open();
        } catch (NumbersLostException e) {
            throw new IdgenConfigurationException(highest.path(), "STORE", String.valueOf(e.getMessage()), e);
        } catch (RuntimeException e) {
            throw new IdgenConfigurationException(
                    highest.path(),
                    "STORE",
                    description + " can't be held against the ids in the database, since " + e.getMessage()
                            + "; see whether the store and the database answer, and whether the table is there",
                    e);
        }
    }

    private SegmentSource withoutTenant(SessionFactoryImplementor factory) {
        SegmentSource known = withoutTenant;
        if (known == null) {
            known = source(!named, new OwnSessions(factory, null));
            withoutTenant = known;
        }
        return known;
    }

    private SegmentSource source(boolean mayMake, @Nullable OwnSessions sessions) {
        Supplier<OptionalLong> inUse = () -> sessions == null ? OptionalLong.empty() : highest.read(sessions);
        return store.source(new SegmentRequest(name, size, first, mayMake, inUse, timeout));
    }

    /** Returns the name of the numbers in messages. */
    public String describe() {
        return description;
    }
}
