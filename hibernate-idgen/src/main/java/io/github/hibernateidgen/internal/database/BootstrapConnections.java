package io.github.hibernateidgen.internal.database;

import io.github.hibernateidgen.internal.calls.PoolFigures;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.jdbc.ReturningWork;
import org.jspecify.annotations.Nullable;

/**
 * Connections outside of every session, like the connections that Hibernate uses at startup. They take part in no
 * transaction except the transactions of this class. If Hibernate uses its built-in pool, {@link BuiltInConnections} makes
 * the connections where possible.
 *
 * <p>Thread-safe.
 */
final class BootstrapConnections implements ConnectionSource, PoolFigures.Source {

    /** The parameter with which URLs of SQL Server, SAP HANA and others name the database of the server. */
    private static final Pattern DATABASE =
            Pattern.compile("[;?&]database(?:Name)?=([^;&]*)", Pattern.CASE_INSENSITIVE);

    private final JdbcConnectionAccess access;
    private final @Nullable JtaTransactions jta;
    private final @Nullable DataSource pool;

    private final String place;
    private final LongConsumer onWait;

    private volatile @Nullable String url;
    private volatile @Nullable DatabaseIdentity identity;
    private volatile boolean isIdentified;

    /** Compared by identity, because a pool may define when its connections are equal. */
    private final Set<Connection> lent =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    /**
     * Makes connections that are not opened yet.
     *
     * @param place a sentence for a missing table, which says where they come from; empty for the session factory's own
     * @param onWait gets the nanoseconds of each wait for a connection
     */
    BootstrapConnections(
            JdbcConnectionAccess access,
            @Nullable JtaTransactions jta,
            @Nullable DataSource pool,
            String place,
            LongConsumer onWait) {
        this.access = access;
        this.jta = jta;
        this.pool = pool;
        this.place = place;
        this.onWait = onWait;
    }

    @Override
    public String place() {
        return place;
    }

    /** Records where the next connection leads, and asks no other connection. */
    void identifyNext() {
        isIdentified = true;
    }

    /** Returns whether it is recorded where the connections lead; false if the driver does not reveal it. */
    boolean isIdentified() {
        return isIdentified;
    }

    /** Returns connections to the same place that are borrowed elsewhere. */
    BootstrapConnections over(JdbcConnectionAccess other) {
        BootstrapConnections made = new BootstrapConnections(other, jta, pool, place, onWait);
        made.isIdentified = isIdentified;
        made.identity = identity;
        return made;
    }

    /** Returns where the connections lead; null if this is not recorded. */
    @Nullable
    DatabaseIdentity identity() {
        return identity;
    }

    boolean isJta() {
        return jta != null;
    }

    @Override
    public @Nullable DataSource pool() {
        return pool;
    }

    @Override
    public Connection open() throws SQLException {
        return open(() -> false);
    }

    /**
     * Lends a connection.
     *
     * @param isGivenUp returns whether nobody waits for the connection any more, so that the wait says nothing about the pool
     */
    Connection open(BooleanSupplier isGivenUp) throws SQLException {
        long asked = System.nanoTime();
        Connection connection;
        try {
            connection = access.obtainConnection();
        } finally {
            if (!isGivenUp.getAsBoolean()) {
                onWait.accept(System.nanoTime() - asked);
            }
        }
        lent.add(connection);
        if (isIdentified && identity == null) {
            identify(connection);
        }
        return connection;
    }

    private void identify(Connection connection) {
        try {
            identity = DatabaseIdentity.of(connection);
        } catch (SQLFeatureNotSupportedException | RuntimeException | AbstractMethodError e) {
            isIdentified = false; // The driver does not reveal where it leads.
        } catch (SQLException e) {
            // The connection is broken. The next one is asked.
        }
    }

    /**
     * Returns the address of the database: the URL that its connections report, without its parameters except the name of
     * the database. The address identifies the database among the databases of this process.
     *
     * @return the address; empty if no connection is available or the driver reports no URL
     */
    Optional<String> url() {
        try {
            if (url == null) {
                read(Connection::getMetaData);
            }
        } catch (SQLException | RuntimeException e) {
            // The URL is known if only the end of the read has failed.
        }
        String known = url; // Null if the driver reports no URL, which JDBC allows.
        return Optional.ofNullable(known).map(BootstrapConnections::address);
    }

    private static String address(String url) {
        Matcher name = DATABASE.matcher(url);
        return url.split("[;?]", 2)[0] + (name.find() ? ";" + name.group(1).toLowerCase(Locale.ROOT) : "");
    }

    /**
     * Does work that only reads on a connection, in a separate transaction. The transaction is rolled back, because a server
     * may begin a transaction for a read, and the pool may keep the connection. The URL of the connection is remembered, so
     * that a later call of {@link #url()} needs no connection.
     */
    <T> T read(ReturningWork<T> work) throws SQLException {
        return transact(() -> {
            Connection connection = open();
            try {
                url = connection.getMetaData().getURL();
                boolean mustRollBack = !connection.getAutoCommit() && isCommittedByBorrower(connection);
                try {
                    return work.execute(connection);
                } finally {
                    if (mustRollBack) {
                        connection.rollback();
                    }
                }
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
     * Under JTA, attempts a commit to find out who must commit. JDBC requires that a connection which takes part in a JTA
     * transaction rejects {@code commit()}. The connections of a pool that does not know JTA accept {@code commit()}. The
     * borrower must then commit, because the transaction manager does not. The attempt has no effect, because no statement
     * has run yet.
     *
     * <p>Without JTA the borrower always commits, also if autocommit is on: a connection may report that autocommit is on
     * although a transaction was left open, and a pooler may lend a server to a transaction only. Under JTA, a connection
     * that takes part in a transaction may not change its autocommit.
     */
    @Override
    public boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return jta == null || (!connection.getAutoCommit() && canCommit(connection));
    }

    private static boolean canCommit(Connection connection) {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Aborts the connections of calls for which no thread waits any more, because the session factory closes. */
    void abandon() {
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
            // The operating system ends the connection later.
        }
    }
}
