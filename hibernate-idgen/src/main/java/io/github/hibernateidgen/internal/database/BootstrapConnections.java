package io.github.hibernateidgen.internal.database;

import io.github.hibernateidgen.internal.settings.EntityDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.jdbc.ReturningWork;
import org.jspecify.annotations.Nullable;

/**
 * Connections as Hibernate uses them while it starts: outside of every session, and of every transaction but one of their
 * own. Where Hibernate's built-in pool is in use they are {@link OwnConnections}.
 *
 * <p>Thread-safe.
 */
public final class BootstrapConnections implements EntityDatabase.Connections {

    private final JdbcConnectionAccess access;
    private final @Nullable JtaTransactions jta;

    private volatile @Nullable String url;

    /** By identity: a pool may define when its connections are equal. */
    private final Set<Connection> lent =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    BootstrapConnections(JdbcConnectionAccess access, @Nullable JtaTransactions jta) {
        this.access = access;
        this.jta = jta;
    }

    @Override
    public Connection open() throws SQLException {
        Connection connection = access.obtainConnection();
        lent.add(connection);
        return connection;
    }

    /**
     * Returns what identifies the database among those of this process: the address that its connections have, without
     * parameters.
     *
     * @return the address; empty if no connection can be had
     */
    public Optional<String> url() {
        try {
            if (url == null) {
                call(Connection::getMetaData);
            }
            String known = url;
            return known == null
                    ? Optional.empty()
                    : Optional.of(known.split("[;?]", 2)[0]); // JDBC lets a driver have none.
        } catch (SQLException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Does work on a connection, in a transaction of its own. Its address is remembered, which saves another connection. */
    public <T> T call(ReturningWork<T> work) throws SQLException {
        return transact(() -> {
            Connection connection = open();
            try {
                url = connection.getMetaData().getURL();
                return work.execute(connection);
            } finally {
                close(connection);
            }
        });
    }

    @Override
    public void close(Connection connection) throws SQLException {
        try {
            access.releaseConnection(connection);
        } finally {
            lent.remove(connection);
        }
    }

    @Override
    public <T> T transact(Work<T> work) throws SQLException {
        return jta == null ? work.run() : jta.transact(work);
    }

    /**
     * What takes part in a transaction of JTA refuses to be committed, as JDBC asks of it. A pool may know nothing of JTA,
     * and then nobody else commits; so it is asked while there is nothing to commit.
     *
     * <p>Autocommit that is reported is believed under JTA, where a connection that takes part may not change it, and on
     * {@link OwnConnections}, which turn it off where SQL of the user's may have done so.
     */
    @Override
    public boolean isCommittedByBorrower(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            return jta == null && !(access instanceof OwnConnections);
        }
        return jta == null || canCommit(connection);
    }

    private static boolean canCommit(Connection connection) {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Ends the connections of calls that nobody waits for any more, since the session factory closes. */
    @Override
    public void abandon() {
        for (Connection connection : List.copyOf(lent)) {
            Thread thread = new Thread(null, () -> abort(connection), "idgen-abort", 0, false);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // It ends when the operating system gives it up.
        }
    }
}
