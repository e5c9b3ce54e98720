package io.github.hibernateidgen.internal.calls;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A borrowed connection whose work another thread can end. Without that, a server keeps the statement of a call that was given
 * up, with its session and its locks.
 *
 * <p>Thread-safe. No driver is called while the monitor is held.
 */
public final class LentConnection {

    /** How often a statement is cancelled, once a second, before its connection is aborted. */
    private static final int CANCELS = 5;

    private final Connection connection;

    // Guarded by the monitor.
    private @Nullable Statement statement;
    private boolean ending;
    private boolean returned;

    /**
     * Makes the object for a connection that the caller has borrowed.
     *
     * @param connection the connection
     */
    public LentConnection(Connection connection) {
        this.connection = connection;
    }

    /** {@return the connection} */
    public Connection connection() {
        return connection;
    }

    /** Prepares a statement, which {@link #end()} cancels until another statement is prepared or {@link #commit()} is called. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(sql);
        runs(prepared);
        return prepared;
    }

    /** Commits. No statement can be cancelled meanwhile, so {@link #end()} aborts the connection. */
    public void commit() throws SQLException {
        runs(null);
        connection.commit();
    }

    private synchronized void runs(@Nullable Statement next) {
        statement = next;
    }

    /**
     * Ends the work on the connection: cancels the statement and, if that does not help, aborts the connection. A cancel has no
     * effect if it comes before the server has received the statement, so it is repeated. Call this in a thread of its own,
     * because a cancel may hang: most drivers open a connection for it.
     */
    public void end() {
        boolean aborts = false;
        for (int i = 0; !aborts && begin(); i++) {
            Statement running = running();
            try {
                if (running == null || i == CANCELS) {
                    aborts = true;
                    connection.abort(Runnable::run);
                } else {
                    running.cancel();
                }
            } catch (SQLException | RuntimeException | AbstractMethodError e) {
                // The next round, or the connection's network timeout, ends the statement.
            }
            awaitReturn();
        }
    }

    private synchronized boolean begin() {
        ending = !returned;
        return ending;
    }

    private synchronized @Nullable Statement running() {
        return statement;
    }

    private synchronized void awaitReturn() {
        ending = false;
        notifyAll();
        await(() -> returned, SECONDS.toNanos(1));
    }

    /**
     * Records that the caller is about to return the connection, and waits for a cancel that is under way, which could
     * otherwise hit the next borrower's statement.
     *
     * @return false if the cancel hangs, so that the caller must abort the connection
     */
    public synchronized boolean isReturnable() {
        returned = true;
        notifyAll();
        await(() -> !ending, SECONDS.toNanos(5));
        return !ending;
    }

    private void await(BooleanSupplier condition, long nanos) {
        long begin = System.nanoTime();
        for (long left = nanos; left > 0 && !condition.getAsBoolean(); left = nanos - (System.nanoTime() - begin)) {
            try {
                NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
