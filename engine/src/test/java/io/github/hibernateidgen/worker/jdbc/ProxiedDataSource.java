package io.github.hibernateidgen.worker.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A connection source over another that writes down the SQL, counts open connections and can lose answers. */
final class ProxiedDataSource implements ConnectionSource {

    final List<String> statements = new CopyOnWriteArrayList<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final AtomicInteger open = new AtomicInteger();
    private final ConnectionSource target;
    private volatile boolean answersLost;
    private volatile boolean uncounted;
    private volatile Predicate<String> failing = sql -> false;
    private volatile @Nullable String product;
    private volatile SQLException failure = new SQLException();

    ProxiedDataSource(ConnectionSource target) {
        this.target = target;
    }

    /** From now on writes are committed, and then the connection seems to break. */
    void loseAnswers(boolean lost) {
        answersLost = lost;
    }

    /** From now on the driver does not know how many rows a statement has written. */
    ProxiedDataSource withoutCounts() {
        uncounted = true;
        return this;
    }

    /** What the database says that it is. */
    void nameProduct(String name) {
        product = name;
    }

    /** From now on some statements fail. */
    void fail(Predicate<String> statement, SQLException with) {
        failure = with;
        failing = statement;
    }

    /** How many transactions there were: each has a connection of its own. */
    long transactions() {
        return calls.stream().filter("close"::equals).count();
    }

    @Override
    public Connection open() throws SQLException {
        Connection connection = target.open();
        open.incrementAndGet();
        AtomicBoolean wrote = new AtomicBoolean();
        return proxy(Connection.class, (method, args) -> {
            if (List.of("commit", "rollback", "setAutoCommit", "close").contains(method.getName())) {
                calls.add(method.getName() + (args == null ? "" : "(" + args[0] + ")"));
            }
            if (method.getName().equals("close")) {
                open.decrementAndGet();
            }
            if (method.getName().equals("prepareStatement")) {
                statements.add((String) args[0]);
                if (failing.test((String) args[0])) {
                    throw failure;
                }
            }
            Object result = invoke(connection, method, args);
            if (answersLost && wrote.get() && method.getName().equals("commit")) {
                throw new SQLException("the connection broke", "08006");
            }
            return result instanceof PreparedStatement statement
                    ? proxied(statement, connection, wrote)
                    : result instanceof DatabaseMetaData metaData ? proxied(metaData) : result;
        });
    }

    /** Closes the proxy, which counts the call. */
    @Override
    public void close(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    public <T> T transact(Work<T> work) throws SQLException {
        return target.transact(work);
    }

    @Override
    public boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return target.isCommittedByBorrower(connection);
    }

    private DatabaseMetaData proxied(DatabaseMetaData metaData) {
        return proxy(
                DatabaseMetaData.class,
                (method, args) -> product != null && method.getName().equals("getDatabaseProductName")
                        ? product
                        : invoke(metaData, method, args));
    }

    private PreparedStatement proxied(PreparedStatement statement, Connection connection, AtomicBoolean wrote) {
        return proxy(PreparedStatement.class, (method, args) -> {
            Object result = invoke(statement, method, args);
            if (method.getName().equals("executeUpdate")) {
                wrote.set(true);
                if (answersLost && connection.getAutoCommit()) {
                    throw new SQLException("the connection broke", "08006");
                }
                return uncounted ? -1 : result;
            }
            return result;
        });
    }

    private static Object invoke(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private interface Call {
        Object with(Method method, Object[] args) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        InvocationHandler handler = (proxy, method, args) -> call.with(method, args);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
