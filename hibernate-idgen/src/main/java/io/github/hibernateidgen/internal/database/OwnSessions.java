package io.github.hibernateidgen.internal.database;

import java.util.function.Function;
import org.hibernate.StatelessSession;
import org.hibernate.StatelessSessionBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Sessions for threads of ours, apart from those of the application.
 *
 * <p>Thread-safe.
 *
 * @param factory opens the sessions
 * @param tenant the tenant whose database they see; null where the application has none
 */
public record OwnSessions(
        SessionFactoryImplementor factory, @Nullable Object tenant) {

    /**
     * Does work in a session of its own.
     *
     * @param work what to do, in a transaction that it begins itself
     * @param <T> what it returns
     * @return what the work has returned
     */
    public <T> T call(Function<SharedSessionContractImplementor, T> work) {
        StatelessSessionBuilder options = factory.withStatelessOptions();
        try (StatelessSession session =
                (tenant == null ? options : options.tenantIdentifier(tenant)).openStatelessSession()) {
            return work.apply((SharedSessionContractImplementor) session);
        }
    }
}
