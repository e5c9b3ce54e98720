package io.github.hibernateidgen.internal.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.hibernate.HibernateException;
import org.hibernate.StatelessSession;
import org.hibernate.StatelessSessionBuilder;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jdbc.WorkExecutor;
import org.hibernate.jdbc.WorkExecutorVisitable;
import org.hibernate.resource.transaction.spi.IsolationDelegate;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;
import org.jspecify.annotations.Nullable;

/**
 * Sessions for threads of ours, apart from those of the application. Where Hibernate's built-in pool is in use they are on
 * {@link OwnConnections}, and so are their isolated transactions, which JTA then has no part in: that pool knows nothing of it.
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
        // Hibernate may give a tenant's connection a schema, and leaves one that it is given as it is.
        OwnConnections connections = tenant == null ? OwnConnections.of(factory.getServiceRegistry()) : null;
        return connections == null ? inPool(work) : on(connections, work);
    }

    private StatelessSessionBuilder options() {
        StatelessSessionBuilder options = factory.withStatelessOptions();
        return tenant == null ? options : options.tenantIdentifier(tenant);
    }

    private <T> T inPool(Function<SharedSessionContractImplementor, T> work) {
        try (StatelessSession session = options().openStatelessSession()) {
            return work.apply((SharedSessionContractImplementor) session);
        }
    }

    private <T> T on(OwnConnections connections, Function<SharedSessionContractImplementor, T> work) {
        try {
            Connection connection = connections.obtainConnection();
            try {
                connection.setAutoCommit(false);
                T result = on(connection, work);
                connection.commit();
                return result;
            } finally {
                connections.releaseConnection(connection);
            }
        } catch (SQLException e) {
            throw factory.getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "a transaction on a connection beside Hibernate's built-in pool failed");
        }
    }

    private <T> T on(Connection connection, Function<SharedSessionContractImplementor, T> work) {
        try (StatelessSession session = options().connection(connection).openStatelessSession()) {
            return work.apply(isolating((SharedSessionContractImplementor) session, new Isolation(connection)));
        }
    }

    /** Hibernate's own isolation would take another connection, of the pool. */
    private static SharedSessionContractImplementor isolating(
            SharedSessionContractImplementor session, IsolationDelegate isolation) {
        TransactionCoordinator coordinator = answering(
                TransactionCoordinator.class,
                session.getTransactionCoordinator(),
                "createIsolationDelegate",
                isolation);
        return answering(SharedSessionContractImplementor.class, session, "getTransactionCoordinator", coordinator);
    }

    /** Passes all methods on but one: the interfaces grow from one Hibernate to the next. */
    private static <T> T answering(Class<T> type, T original, String method, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        return answer;
                    }
                    try {
                        return called.invoke(original, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    /** The session's own connection, whose transaction is committed when all work is done. */
    private record Isolation(Connection connection) implements IsolationDelegate {

        @Override
        public <T> T delegateWork(WorkExecutorVisitable<T> work, boolean transacted) {
            return delegateCallable(() -> work.accept(new WorkExecutor<>(), connection), transacted);
        }

        @Override
        public <T> T delegateCallable(Callable<T> work, boolean transacted) {
            try {
                return work.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new HibernateException("isolated work failed: " + e.getMessage(), e);
            }
        }
    }
}
