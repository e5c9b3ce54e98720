package io.github.hibernateidgen.internal.database;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections as Agroal does, by Agroal's own factory with the pool's configuration: credentials, properties, isolation
 * and SQL for new connections. They take part in no JTA transaction, also if the pool makes XA connections.
 *
 * @param pool Agroal's data source
 */
record AgroalConnections(DataSource pool) implements DriverConnections {

    private static final String AGROAL = "io.agroal.pool.DataSource";

    /** The interface of the object that Quarkus injects in place of the data source. */
    private static final String PROXY = "io.quarkus.arc.ClientProxy";

    /**
     * Returns null if the data source is not Agroal's, such as a wrapper that observes statements, or if the pool has
     * interceptors, which may change each connection that it lends.
     */
    static @Nullable AgroalConnections of(DataSource pool) {
        try {
            Object known = pool;
            for (Class<?> type : pool.getClass().getInterfaces()) {
                if (type.getName().equals(PROXY)) {
                    known = type.getMethod("arc_contextualInstance").invoke(pool);
                }
            }
            if (!known.getClass().getName().equals(AGROAL)) {
                return null;
            }
            AgroalConnections made = new AgroalConnections((DataSource) known);
            return made.hasInterceptors() ? null : made;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private boolean hasInterceptors() throws ReflectiveOperationException {
        try {
            return !((List<?>) get("io.agroal.api.AgroalDataSource", "getPoolInterceptors", pool)).isEmpty();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof NullPointerException) {
                return false; // The getter of a pool to which no interceptors were given fails so.
            }
            throw e;
        }
    }

    @Override
    public Made make() throws SQLException {
        try {
            ClassLoader loader = pool.getClass().getClassLoader();
            Object pooled = get("io.agroal.api.AgroalDataSource", "getConfiguration", pool);
            Object sized = get(
                    "io.agroal.api.configuration.AgroalDataSourceConfiguration", "connectionPoolConfiguration", pooled);
            String configuration = "io.agroal.api.configuration.AgroalConnectionFactoryConfiguration";
            Object made = get(
                    "io.agroal.api.configuration.AgroalConnectionPoolConfiguration",
                    "connectionFactoryConfiguration",
                    sized);
            Object listeners =
                    Array.newInstance(Class.forName("io.agroal.api.AgroalDataSourceListener", false, loader), 0);
            Class<?> type = Class.forName("io.agroal.pool.ConnectionFactory", true, loader);
            Object factory = type.getConstructor(Class.forName(configuration, false, loader), listeners.getClass())
                    .newInstance(made, listeners);
            XAConnection connection =
                    (XAConnection) type.getMethod("createConnection").invoke(factory);
            return made(connection);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException known ? known : unknown(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw unknown(e);
        }
    }

    static Made made(XAConnection physical) throws SQLException {
        try {
            return new Made(physical.getConnection(), physical::close);
        } catch (SQLException | RuntimeException e) {
            try {
                physical.close();
            } catch (SQLException | RuntimeException close) {
                e.addSuppressed(close);
            }
            throw e;
        }
    }

    private Object get(String type, String getter, Object of) throws ReflectiveOperationException {
        return Class.forName(type, false, pool.getClass().getClassLoader())
                .getMethod(getter)
                .invoke(of);
    }

    private static SQLException unknown(@Nullable Throwable cause) {
        return new SQLNonTransientConnectionException("Agroal does not reveal its connections: " + cause, cause);
    }
}
