package io.github.hibernateidgen.internal.database;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.hibernateidgen.config.IdgenSettings;
import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.PoolFigures;
import io.github.hibernateidgen.internal.settings.Remedies;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.worker.jdbc.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lends a connection of this library's own beside the pool, and a connection of the pool while there is no other. So a request
 * of this library need not wait for the requests of the application, and never waits much longer than it would for the pool.
 *
 * <p>The first connection is the pool's, and each connection that is made beside the pool must lead to the same place.
 *
 * <p>Thread-safe.
 */
public final class OwnConnections implements ConnectionSource, PoolFigures.Source {

    private static final Logger LOG = Logger.getLogger("io.github.hibernateidgen.jdbc");

    /** How often a request that waits for the pool looks for a connection beside the pool. */
    private static final long LOOK_MILLIS = 250;

    private final String user;
    private final BootstrapConnections pool;
    private final Remedies remedies;
    private final KeptConnection kept;
    private final LongSupplier nanoTime;
    private final AtomicBoolean isAnnounced = new AtomicBoolean();

    /** What a thread has of the connections beside the pool. Empty if its last connection was the pool's. */
    @SuppressWarnings("ThreadLocalUsage") // Removed at the end of the work.
    private final ThreadLocal<@Nullable Lease> lease = new ThreadLocal<>();

    private volatile boolean isRejected;

    /**
     * Makes the source. No connection is made before one is needed.
     *
     * @param user names the statements of the connections in the log
     * @param driver makes connections as the pool does
     */
    OwnConnections(
            String user,
            DriverConnections driver,
            BootstrapConnections pool,
            Remedies remedies,
            LongSupplier nanoTime) {
        this.user = user;
        this.pool = pool;
        this.remedies = remedies;
        this.nanoTime = nanoTime;
        this.kept = new KeptConnection(() -> sameDatabase(driver.make()), nanoTime, new KeptConnection.Listener() {
            @Override
            public void made() {
                announce();
            }

            @Override
            public void failed(Throwable cause) {
                warnOfLogin(cause);
            }

            @Override
            public void workFailed(Throwable cause) {
                warnOfWork(cause);
            }
        });
        pool.identifyNext();
    }

    /** A connection that a thread has taken. Once it is opened, only its borrower gives it back: another thread may have it then. */
    private static final class Lease {

        private final Connection connection;
        private boolean isOpened;

        Lease(Connection connection) {
            this.connection = connection;
        }
    }

    private DriverConnections.Made sameDatabase(DriverConnections.Made made) throws SQLException {
        try {
            DatabaseIdentity expected = requireNonNull(pool.identity());
            DatabaseIdentity found = DatabaseIdentity.of(made.connection());
            if (!found.equals(expected)) {
                String differences = "it differs in " + found.differences(expected);
                reject(differences);
                throw new SQLException(differences);
            }
            return made;
        } catch (SQLException | RuntimeException e) {
            KeptConnection.close(made);
            throw e;
        }
    }

    private void announce() {
        if (isAnnounced.compareAndSet(false, true)) {
            LOG.info(user + " use a connection of their own beside the pool; to use the pool's, set "
                    + remedies.named(IdgenSettings.JDBC_CONNECTION) + "=pool");
        }
    }

    private void warnOfLogin(Throwable cause) {
        LOG.warn(user + " use the connections of the pool for now, because there is no connection beside it: "
                + Secrets.masked(cause) + "; check the limits of the server and the credentials, or set "
                + remedies.named(IdgenSettings.JDBC_CONNECTION));
    }

    private void warnOfWork(Throwable cause) {
        LOG.warn(user + " use the connections of the pool for now, because statements beside it have failed twice: "
                + Secrets.masked(cause) + "; check whether the server accepts writes, or set "
                + remedies.named(IdgenSettings.JDBC_CONNECTION));
    }

    /** Uses the pool alone from now on. */
    public void reject(String reason) {
        if (!isRejected) {
            isRejected = true;
            LOG.warn(user + " use the connections of the pool, because a connection that is made beside it leads to"
                    + " another place: " + reason + "; to have no such connection made, set "
                    + remedies.named(IdgenSettings.JDBC_CONNECTION) + "=pool");
        }
        kept.close();
    }

    @Override
    public @Nullable DataSource pool() {
        return pool.pool();
    }

    @Override
    public String place() {
        return pool.place();
    }

    /**
     * Returns whether there will be no connection beside the pool: in an embedded database, or because it leads elsewhere, or
     * because the driver does not reveal where it leads.
     */
    public boolean usesPool() {
        DatabaseIdentity known = pool.identity();
        return isRejected || !pool.isIdentified() || (known != null && known.isEmbedded());
    }

    /** Returns whether there may be a connection beside the pool now: the pool's first connection shows where it must lead. */
    private boolean mayBeOwn() {
        return pool.identity() != null && !usesPool();
    }

    /**
     * Records that work of this thread was done.
     *
     * @return whether the work's last transaction was on a connection beside the pool
     */
    public boolean succeeded() {
        boolean isOwn = endsLease();
        if (isOwn) {
            kept.succeeded();
        }
        return isOwn;
    }

    /**
     * Records that work of this thread has failed, whatever the reason.
     *
     * @return whether the work's last transaction was on a connection beside the pool
     */
    public boolean failed(Throwable cause) {
        boolean isOwn = endsLease();
        if (isOwn) {
            kept.failed(cause);
        }
        return isOwn;
    }

    private boolean endsLease() {
        Lease last = lease.get();
        lease.remove();
        return last != null && last.isOpened;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Under JTA the connection is taken first, because no transaction of JTA shall begin for a connection beside the pool.
     */
    @Override
    public <T> T transact(Work<T> work) throws SQLException {
        lease.remove();
        if (!pool.isJta() || !mayBeOwn()) {
            return pool.transact(work);
        }
        BoundedCall.waits(() -> PoolFigures.advice(pool));
        Connection connection = kept.take();
        if (connection == null) {
            return pool.transact(work);
        }
        Lease own = new Lease(connection);
        lease.set(own);
        try {
            return work.run();
        } finally {
            if (!own.isOpened) {
                kept.give(connection);
            }
        }
    }

    @Override
    public Connection open() throws SQLException {
        if (!mayBeOwn()) {
            return pool.open();
        }
        if (pool.isJta()) {
            Lease own = lease.get();
            return own == null || own.isOpened ? pool.open() : opened(own);
        }
        long began = nanoTime.getAsLong();
        Connection connection = kept.take();
        return connection == null ? eitherOne(began) : opened(new Lease(connection));
    }

    private Connection opened(Lease own) {
        own.isOpened = true;
        lease.set(own);
        return own.connection;
    }

    /** Waits in the queue of the pool, and looks for a connection beside the pool meanwhile. */
    private Connection eitherOne(long began) throws SQLException {
        CompletableFuture<Connection> pooled = new CompletableFuture<>();
        BoundedCall.daemon("idgen-connection-pooled", () -> borrow(pooled)).start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return pooled.get(LOOK_MILLIS, MILLISECONDS);
                } catch (TimeoutException e) {
                    Connection connection = kept.look(began);
                    if (connection != null) {
                        giveUp(pooled);
                        return opened(new Lease(connection));
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void borrow(CompletableFuture<Connection> pooled) {
        try {
            Connection connection = pool.open(pooled::isDone);
            if (!pooled.complete(connection)) {
                pool.close(connection);
            }
        } catch (SQLException | RuntimeException | Error e) {
            pooled.completeExceptionally(e);
        }
    }

    private void giveUp(CompletableFuture<Connection> pooled) {
        if (!pooled.cancel(false) && !pooled.isCompletedExceptionally()) {
            try {
                pool.close(pooled.join());
            } catch (SQLException e) {
                // The pool notices it.
            }
        }
    }

    private static SQLException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return cause instanceof SQLException known
                ? known
                : new SQLNonTransientConnectionException("the pool has lent no connection: " + cause, "08001", cause);
    }

    @Override
    public void close(Connection connection) throws SQLException {
        if (kept.isLent(connection)) {
            kept.give(connection);
        } else {
            pool.close(connection);
        }
    }

    @Override
    public boolean isCommittedByBorrower(Connection connection) throws SQLException {
        return kept.isLent(connection) || pool.isCommittedByBorrower(connection);
    }

    /** Closes the connection, for example for an image of the process. The next request makes another one. */
    public void release() {
        kept.release();
    }

    /** Closes the connection for good, and waits for this for a second at most. */
    public void close() {
        kept.close();
    }
}
