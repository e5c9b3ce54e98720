package io.github.hibernateidgen.internal.segment;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.jdbc.WorkExecutor;
import org.hibernate.jdbc.WorkExecutorVisitable;
import org.hibernate.resource.transaction.spi.IsolationDelegate;
import org.hibernate.resource.transaction.spi.TransactionCoordinator;

/**
 * A session whose isolated work runs on a given connection, in the transaction that the connection is in. Hibernate reads each
 * value of a table as isolated work; with such a session, many values need one connection and one commit.
 *
 * <p>Proxies, because the methods of sessions differ between the versions of Hibernate.
 *
 * @param session converts exceptions
 * @param connection the connection of the isolated work
 */
record BorrowedSession(SharedSessionContractImplementor session, Connection connection) implements IsolationDelegate {

    static SharedSessionContractImplementor of(SharedSessionContractImplementor session, Connection connection) {
        IsolationDelegate delegate = new BorrowedSession(session, connection);
        Object coordinator = Proxy.newProxyInstance(
                TransactionCoordinator.class.getClassLoader(),
                new Class<?>[] {TransactionCoordinator.class},
                replacing("createIsolationDelegate", delegate, session.getTransactionCoordinator()));
        return (SharedSessionContractImplementor) Proxy.newProxyInstance(
                SharedSessionContractImplementor.class.getClassLoader(),
                new Class<?>[] {SharedSessionContractImplementor.class},
                replacing("getTransactionCoordinator", coordinator, session));
    }

    private static InvocationHandler replacing(String name, Object result, Object target) {
        return (self, method, arguments) -> {
            try {
                return method.getName().equals(name) ? result : method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }

    @Override
    public <T> T delegateWork(WorkExecutorVisitable<T> work, boolean transacted) {
        try {
            return work.accept(new WorkExecutor<>(), connection);
        } catch (SQLException e) {
            throw session.getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "could not read the next value of a table");
        }
    }

    @Override
    public <T> T delegateCallable(Callable<T> callable, boolean transacted) {
        throw new UnsupportedOperationException("Hibernate reads a table by delegateWork");
    }
}
