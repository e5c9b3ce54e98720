package io.github.hibernateidgen.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** A pool that lends as many connections as there are permits; who asks for more waits. */
public final class LendingPool {

    private LendingPool() {}

    public static DataSource of(DataSource database, Semaphore permits) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            if (!method.getName().equals("getConnection")) {
                return method.invoke(database, arguments);
            }
            permits.acquireUninterruptibly();
            return lent(database.getConnection(), permits);
        });
    }

    /** Returns a data source that gives no connection while a condition holds. */
    public static DataSource failing(DataSource database, BooleanSupplier condition) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            if (method.getName().equals("getConnection") && condition.getAsBoolean()) {
                throw new SQLTransientConnectionException("no connection for a moment", "08001");
            }
            return method.invoke(database, arguments);
        });
    }

    private static Connection lent(Connection connection, Semaphore permits) {
        AtomicBoolean returned = new AtomicBoolean();
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("close") && returned.compareAndSet(false, true)) {
                permits.release();
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
