package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;

import io.github.hibernateidgen.internal.settings.EntityDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Connections as Hibernate uses them while it starts: outside of every session, and of every transaction but one of their
 * own.
 *
 * <p>Hibernate's own pool talks to the server while it lends a connection and while it takes one back, and cannot be
 * stopped meanwhile. So a connection that never answers would keep the session factory from closing, for ever.
 *
 * <p>Thread-safe.
 */
public final class BootstrapConnections implements EntityDatabase.Connections {

    private static final String POOL = "org.hibernate.engine.jdbc.connections.internal.DriverManagerConnectionProvider";

    private static final Executor IN_BACKGROUND = work -> {
        Thread thread = new Thread(null, work, "idgen-abort", 0, false);
        thread.setDaemon(true);
        thread.start();
    };

    private final JdbcConnectionAccess access;
    private final boolean inHibernatesPool;
    private final @Nullable JtaTransactions jta;

    // Guarded by this.
    private final Set<Connection> lent = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Connection> everLent = Collections.newSetFromMap(new WeakHashMap<>());
    private int borrowing;

    BootstrapConnections(JdbcConnectionAccess access, boolean inHibernatesPool, @Nullable JtaTransactions jta) {
        this.access = access;
        this.inHibernatesPool = inHibernatesPool;
        this.jta = jta;
    }

    static BootstrapConnections of(ServiceRegistry registry) {
        return new BootstrapConnections(
                requireNonNull(registry.getService(JdbcServices.class)).getBootstrapJdbcConnectionAccess(),
                isHibernatesPool(registry.getService(ConnectionProvider.class)),
                JtaTransactions.of(registry));
    }

    /** Its class has another name since Hibernate 7.1. */
    private static boolean isHibernatesPool(@Nullable ConnectionProvider provider) {
        return provider != null && provider.getClass().getName().startsWith(POOL);
    }

    @Override
    public Connection open() throws SQLException {
        borrows(1);
        try {
            Connection connection = access.obtainConnection();
            keep(connection);
            return connection;
        } finally {
            borrows(-1);
        }
    }

    @Override
    public void close(Connection connection) throws SQLException {
        try {
            access.releaseConnection(connection);
        } finally {
            forget(connection);
        }
    }

    @Override
    public <T> T transact(Work<T> work) throws SQLException {
        return jta == null ? work.run() : jta.transact(work);
    }

    /**
     * What takes part in a transaction of JTA refuses to be committed, as JDBC asks of it. A pool may know nothing of JTA,
     * and then nobody else commits; so it is asked while there is nothing to commit.
     */
    @Override
    public boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return !connection.getAutoCommit() && (jta == null || canCommit(connection));
    }

    private static boolean canCommit(Connection connection) {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Ends the connections of calls that nobody waits for any more, since the session factory closes. Which one a borrower
     * is stuck on in Hibernate's pool cannot be seen; that pool is about to close all of them.
     */
    @Override
    public void abandon() {
        for (Connection connection : abandoned()) {
            IN_BACKGROUND.execute(() -> abort(connection));
        }
    }

    private synchronized List<Connection> abandoned() {
        return new ArrayList<>(borrowing > 0 && inHibernatesPool ? everLent : lent);
    }

    private synchronized void borrows(int more) {
        borrowing += more;
    }

    private synchronized void keep(Connection connection) {
        lent.add(connection);
        if (inHibernatesPool) {
            everLent.add(connection);
        }
    }

    private synchronized void forget(Connection connection) {
        lent.remove(connection);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // It ends when the operating system gives it up.
        }
    }
}
