package io.github.hibernateidgen.internal.database;

import io.github.hibernateidgen.internal.calls.BoundedConnection;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.jdbc.ReturningWork;
import org.jspecify.annotations.Nullable;

/**
 * Connections outside of every session, like the connections that Hibernate uses at startup. They take part in no
 * transaction except the transactions of this class. If Hibernate uses its built-in pool, {@link OwnConnections} makes
 * the connections where possible.
 *
 * <p>Thread-safe.
 */
public final class BootstrapConnections implements ConnectionSource {

    /** The parameter with which URLs of SQL Server, SAP HANA and others name the database of the server. */
    private static final Pattern DATABASE =
            Pattern.compile("[;?&]database(?:Name)?=([^;&]*)", Pattern.CASE_INSENSITIVE);

    /** Limits how long startup waits: the highest id is usually read from the end of an index. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final JdbcConnectionAccess access;
    private final @Nullable JtaTransactions jta;

    private volatile @Nullable String url;

    /** Compared by identity, because a pool may define when its connections are equal. */
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
     * Returns the address of the database: the URL that its connections report, without its parameters except the name of
     * the database. The address identifies the database among the databases of this process.
     *
     * @return the address; empty if no connection is available or the driver reports no URL
     */
    public Optional<String> url() {
        try {
            if (url == null) {
                call(Connection::getMetaData);
            }
            String known = url; // Null if the driver reports no URL, which JDBC allows.
            return Optional.ofNullable(known).map(BootstrapConnections::address);
        } catch (SQLException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static String address(String url) {
        Matcher name = DATABASE.matcher(url);
        return url.split("[;?]", 2)[0] + (name.find() ? ";" + name.group(1).toLowerCase(Locale.ROOT) : "");
    }

    /**
     * Does work on a connection, in a separate transaction. The URL of the connection is remembered, so that a later call
     * of {@link #url()} needs no connection.
     */
    <T> T call(ReturningWork<T> work) throws SQLException {
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

    /**
     * Does work that only reads, as {@link #call} does. Its transaction is rolled back, because a server may begin a
     * transaction for a read, and the pool may keep the connection.
     */
    <T> T read(ReturningWork<T> work) throws SQLException {
        return call(connection -> {
            boolean mustRollBack = !connection.getAutoCommit() && isCommittedByBorrower(connection);
            try {
                return work.execute(connection);
            } finally {
                if (mustRollBack) {
                    connection.rollback();
                }
            }
        });
    }

    /**
     * Does work of startup, as {@link #call} does.
     *
     * @throws SQLException if the work fails
     * @throws HibernateException if the caller's transaction stays suspended
     */
    public <T> T callAtStart(ReturningWork<T> work) throws SQLException {
        try {
            return call(work);
        } catch (NotResumedException e) {
            throw e.atStart();
        }
    }

    /**
     * Does work of startup that only reads. Startup continues without the result if the work fails, but not without the
     * caller's transaction.
     *
     * @param failed gets the reason, without secrets, if the work fails
     * @return the result; empty if the work fails
     * @throws HibernateException if the caller's transaction stays suspended
     */
    public <T> Optional<T> readAtStart(ReturningWork<Optional<T>> work, Consumer<Object> failed) {
        try {
            return read(work);
        } catch (NotResumedException e) {
            throw e.atStart();
        } catch (SQLException | RuntimeException e) {
            failed.accept(Secrets.masked(e));
            return Optional.empty();
        }
    }

    /** Reads the current row of a result; returns null for a row without a value. */
    @FunctionalInterface
    public interface RowReader<T> {
        @Nullable
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Runs a query of startup, for two seconds at most.
     *
     * @param failed gets the reason if the query fails or has no row
     * @return the value of the first row; empty if the query fails, and if there is no row or no value
     */
    public <T> Optional<T> firstRow(String query, RowReader<T> reader, Consumer<Object> failed) {
        return readAtStart(
                connection -> {
                    try (BoundedConnection bounded = new BoundedConnection(connection, LIMIT);
                            PreparedStatement statement = bounded.prepare(query);
                            ResultSet row = statement.executeQuery()) {
                        if (row.next()) {
                            return Optional.ofNullable(reader.read(row));
                        }
                        failed.accept("the query has no row, as for a partitioned table");
                        return Optional.empty();
                    }
                },
                failed);
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
     * <p>A connection may report that autocommit is on although a transaction was left open. So the borrower turns
     * autocommit off and on again, which ends that transaction. There are two exceptions. Under JTA, a connection that
     * takes part in a transaction may not change its autocommit. And the connections of {@link OwnConnections} report
     * their autocommit correctly.
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

    /** Aborts the connections of calls for which no thread waits any more, because the session factory closes. */
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
            // The operating system ends the connection later.
        }
    }
}
