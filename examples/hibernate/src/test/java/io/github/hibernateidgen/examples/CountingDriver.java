package io.github.hibernateidgen.examples;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An H2 that counts the calls which execute a statement or a batch, below Hibernate and without its help. */
final class CountingDriver {

    private final AtomicInteger executions = new AtomicInteger();

    DataSource dataSource(String url) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL(url);
        return counting(DataSource.class, h2);
    }

    int takeExecutions() {
        return executions.getAndSet(0);
    }

    private <T> T counting(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (type == PreparedStatement.class && method.getName().startsWith("execute")) {
                        executions.incrementAndGet();
                    }
                    try {
                        Object result = method.invoke(target, arguments);
                        Class<?> returned = method.getReturnType();
                        return returned == Connection.class || returned == PreparedStatement.class
                                ? counting(returned, result)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
