package io.github.hibernateidgen.internal.segment;

import io.github.hibernateidgen.config.IdgenConfigurationException;
import io.github.hibernateidgen.internal.runtime.HighestId;
import io.github.hibernateidgen.segment.NumbersLostException;
import io.github.hibernateidgen.segment.SegmentRequest;
import io.github.hibernateidgen.segment.SegmentSource;
import io.github.hibernateidgen.segment.SegmentStore;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a store outside of the entities' database. Tenants share the store's numbers, because their rows may be in the
 * same table. The store is compared with the ids in a tenant's database when the tenant's first id is requested. Without
 * tenants, the store is compared at startup.
 *
 * <p>The store may begin with the first number only if a single table uses the numbers. If the mapping names the numbers,
 * other tables may use them, even tables of other applications. With tenants, the store may never begin with the first
 * number, because tenants do not see each other's rows.
 *
 * <p>Thread-safe. Two objects are never equal.
 */
final class StoreSegments implements SegmentOrigin {

    private final SegmentStore store;
    private final SegmentRequest request;
    private final HighestId highest;
    private final String description;
    private volatile @Nullable SegmentSource withoutTenant;

    /**
     * Makes the segments of an attribute. Sends no request to the store or to the database.
     *
     * @param store gives the numbers
     * @param request describes the segments. {@code mayMake} applies only without tenants.
     *     {@code highestInUse} is replaced later, because the session factory that reads the highest id does not exist yet
     * @param highest reads the highest id in use
     * @throws IllegalArgumentException if the store can't give such segments
     */
    StoreSegments(SegmentStore store, SegmentRequest request, HighestId highest) {
        this.store = store;
        this.request = request;
        this.highest = highest;
        this.description = source(false, OptionalLong::empty).describe();
    }

    @Override
    public SegmentSource separateSource(SharedSessionContractImplementor caller) {
        SessionFactoryImplementor factory = caller.getFactory();
        Object tenant = caller.getTenantIdentifierValue();
        return tenant == null ? withoutTenant(factory) : source(false, highest(factory, tenant));
    }

    /**
     * Compares the store with the existing ids, unless the application has tenants.
     *
     * @throws IdgenConfigurationException if the store can't be used
     */
    void check(SessionFactoryImplementor factory) {
        SessionFactoryOptions options = factory.getSessionFactoryOptions();
        if (options.isMultiTenancyEnabled() || options.getCurrentTenantIdentifierResolver() != null) {
            return;
        }
        try {
            withoutTenant(factory).open();
        } catch (NumbersLostException e) {
            throw new IdgenConfigurationException(highest.path(), "STORE", e.rule(), e.remedy(), e);
        } catch (RuntimeException e) {
            throw new IdgenConfigurationException(
                    highest.path(),
                    "STORE",
                    description + " can't be compared with the ids in the database: " + e.getMessage(),
                    "check that the store and the database answer, and that the table exists",
                    e);
        }
    }

    private SegmentSource withoutTenant(SessionFactoryImplementor factory) {
        SegmentSource known = withoutTenant;
        if (known == null) {
            known = source(request.mayMake(), highest(factory, null));
            withoutTenant = known;
        }
        return known;
    }

    /**
     * Reads the highest id in use. The result refers to the session factory weakly, because the store may keep it, and the
     * service registry keeps the engines of each factory that is still in memory.
     */
    private Supplier<OptionalLong> highest(SessionFactoryImplementor factory, @Nullable Object tenant) {
        WeakReference<SessionFactoryImplementor> open = new WeakReference<>(factory);
        return () -> {
            SessionFactoryImplementor used = open.get();
            if (used == null) {
                throw new IllegalStateException("the session factory is closed; make ids before the shutdown");
            }
            String query = highest.expression();
            return new OwnSessions(used, tenant)
                    .call(session -> session.getTransactionCoordinator()
                            .createIsolationDelegate()
                            .delegateWork((executor, connection) -> highest(connection, query), true));
        };
    }

    private static OptionalLong highest(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            long id = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(id);
        }
    }

    private SegmentSource source(boolean mayMake, Supplier<OptionalLong> highestInUse) {
        return store.source(new SegmentRequest(
                request.name(), request.size(), request.first(), mayMake, highestInUse, request.timeout()));
    }

    /** Returns the name of the numbers in messages. */
    String describe() {
        return description;
    }
}
