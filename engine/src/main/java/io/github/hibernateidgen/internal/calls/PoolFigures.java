package io.github.hibernateidgen.internal.calls;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Why a pool gives no connection, by its own figures. Only HikariCP's are known. They are read by reflection, because this library
 * does not depend on a pool.
 */
public final class PoolFigures {

    private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

    private PoolFigures() {}

    /** A source of connections whose pool is known. */
    public interface Source {

        /** Returns the pool, or a proxy of the pool; null if it is not known. */
        @Nullable
        DataSource pool();

        /** Returns a sentence for a missing table: where the connections come from. Empty if only one place is possible. */
        String place();
    }

    /**
     * Returns what the figures say, for a message.
     *
     * @param source a source of connections
     * @return the advice; null if the pool is not HikariCP, or its figures show no cause
     */
    public static @Nullable String advice(Object source) {
        DataSource pool = source instanceof Source known ? known.pool() : null;
        try {
            return pool == null ? null : advice(pool);
        } catch (ReflectiveOperationException | SQLException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static @Nullable String advice(DataSource pool) throws ReflectiveOperationException, SQLException {
        ClassLoader loader = pool.getClass().getClassLoader();
        Class<?> type = Class.forName(HIKARI, false, loader);
        Object hikari = type.isInstance(pool) ? pool : pool.unwrap(type);
        Object name = type.getMethod("getPoolName").invoke(hikari);
        Object figures = type.getMethod("getHikariPoolMXBean").invoke(hikari);
        if (figures == null) {
            return null;
        }
        Class<?> reader = Class.forName("com.zaxxer.hikari.HikariPoolMXBean", false, loader);
        Object total = reader.getMethod("getTotalConnections").invoke(figures);
        Object active = reader.getMethod("getActiveConnections").invoke(figures);
        Object waiting = reader.getMethod("getThreadsAwaitingConnection").invoke(figures);
        if (total.equals(0)) {
            return "its pool [" + name + "] has no connection and can make none; check whether its server is stopped or"
                    + " unreachable";
        }
        if (total.equals(active) && waiting.equals(0)) {
            // The thread that asked does not wait in the pool's queue, so the pool checks a connection before it lends
            // it.
            return "its pool [" + name + "] checks a connection on which the server does not answer; check whether the"
                    + " network or a firewall drops packets";
        }
        return total.equals(active)
                ? "all connections of its pool [" + name + "] are in use, [" + active + "], and [" + waiting
                        + "] threads wait; check whether transactions take long, or the server does not answer on them"
                : null;
    }
}
