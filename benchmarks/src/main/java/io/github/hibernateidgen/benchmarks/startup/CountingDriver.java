package io.github.hibernateidgen.benchmarks.startup;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/**
 * A wrapper of H2's driver that counts calls of this library's code that a database on another machine would have to answer.
 * Hibernate creates the driver by its class name.
 */
public final class CountingDriver implements Driver {

    private static final String OURS = "io.github.hibernateidgen.";
    private static final String BENCHMARKS = OURS + "benchmarks.";
    private static final List<Class<?>> WRAPPED =
            List.of(Connection.class, PreparedStatement.class, Statement.class, DatabaseMetaData.class);

    private static final AtomicLong STATEMENTS = new AtomicLong();
    private static final AtomicLong ENDS = new AtomicLong();
    private static final AtomicLong METADATA = new AtomicLong();
    private static final AtomicLong CONNECTIONS = new AtomicLong();

    private final Driver driver = new org.h2.Driver();

    /** Hibernate calls this constructor. */
    public CountingDriver() {}

    /** Returns the counts as members of a JSON object. */
    static String counted() {
        return "\"statements\":" + STATEMENTS + ",\"ends\":" + ENDS + ",\"metadata\":" + METADATA + ",\"connections\":"
                + CONNECTIONS;
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (isOurs()) {
            CONNECTIONS.incrementAndGet();
        }
        return (Connection) wrap(Connection.class, driver.connect(url, properties));
    }

    private static Object wrap(Class<?> type, Object original) {
        return Proxy.newProxyInstance(
                CountingDriver.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (isOurs()) {
                        count(type, method);
                    }
                    return call(original, method, arguments);
                });
    }

    private static Object call(Object original, Method method, Object[] arguments) throws Throwable {
        try {
            Object result = method.invoke(original, arguments);
            return result != null && WRAPPED.contains(method.getReturnType())
                    ? wrap(method.getReturnType(), result)
                    : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void count(Class<?> type, Method method) {
        String name = method.getName();
        if (Statement.class.isAssignableFrom(type) && name.startsWith("execute")) {
            STATEMENTS.incrementAndGet();
        } else if (name.equals("commit") || name.equals("rollback")) {
            ENDS.incrementAndGet();
        } else if (type == DatabaseMetaData.class && method.getReturnType() == java.sql.ResultSet.class) {
            METADATA.incrementAndGet();
        }
    }

    private static boolean isOurs() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .anyMatch(name -> name.startsWith(OURS) && !name.startsWith(BENCHMARKS)));
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return driver.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) throws SQLException {
        return driver.getPropertyInfo(url, properties);
    }

    @Override
    public int getMajorVersion() {
        return driver.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return driver.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return driver.jdbcCompliant();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("org.h2");
    }
}
