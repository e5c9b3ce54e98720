package io.github.hibernateidgen.internal.segment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.hibernate.StatelessSession;
import org.hibernate.StatelessSessionBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions for this library's own work, separate from the sessions of the application.
 *
 * <p>Thread-safe.
 *
 * @param factory opens the sessions
 * @param tenant the tenant whose database the sessions use; null if the application has no tenants
 */
record OwnSessions(
        SessionFactoryImplementor factory, @Nullable Object tenant) {

    /**
     * Does work in a separate session.
     *
     * @param work the work, which begins its own transaction
     * @param <T> the type of the work's result
     * @return the result of the work
     */
    <T> T call(Function<SharedSessionContractImplementor, T> work) {
        try (StatelessSession session = options().openStatelessSession()) {
            return work.apply((SharedSessionContractImplementor) session);
        }
    }

    /** Also without a database for each tenant, an entity with a column for the tenant needs the session's tenant. */
    private StatelessSessionBuilder options() {
        StatelessSessionBuilder options = factory.withStatelessOptions();
        return tenant == null ? options : options.tenantIdentifier(tenant);
    }

    /** Work that may fail. */
    interface Work<T> {
        T with(SharedSessionContractImplementor session) throws SQLException;
    }

    /** Does work in a separate session that has a connection, and never borrows another one. The caller keeps the connection. */
    <T> T on(Connection connection, Work<T> work) throws SQLException {
        try (StatelessSession session = options().connection(connection).openStatelessSession()) {
            return work.with((SharedSessionContractImplementor) session);
        }
    }

    /** Converts an exception as Hibernate does. */
    RuntimeException converted(SQLException e, String message) {
        return factory.getJdbcServices().getSqlExceptionHelper().convert(e, message);
    }
}
