package io.github.hibernateidgen.internal.database;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.calls.SqlFailures;
import io.github.hibernateidgen.internal.calls.Throttle;
import io.github.hibernateidgen.internal.database.DriverConnections.Made;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the server that is made when it is first needed, and kept. It is made anew when it breaks or is old. A thread
 * of its own logs in and checks the connection, because drivers may do both without a limit; a borrower waits for an eighth of its limit
 * at most. If the connection is in use for longer than a second, further connections are made, and closed after their use.
 *
 * <p>After a failed login there is no other login for a while, for minutes if the server has rejected the credentials: a server
 * may lock the account.
 *
 * <p>Thread-safe. No call of a driver, a pool or a logger is made while the monitor is held.
 */
final class KeptConnection {

    /**
     * The part of its call's limit that a borrower waits for a login or a check: 1.25 s by default. The rest is enough for a
     * connection of the pool. Behind a pooler, the statements of a login may each wait in the queue of the pooler.
     */
    private static final int PATIENCE_PART = 8;

    /** How long a borrower waits for the connection while another borrower uses it. */
    private static final long BUSY = SECONDS.toNanos(1);

    /** A connection that was not used for longer, or was lent for longer and may have been aborted, is checked before it is lent. */
    private static final long IDLE = SECONDS.toNanos(1);

    /** As with HikariCP, a connection lives for half an hour, so that it follows the server's address. */
    private static final long LIFETIME = MINUTES.toNanos(30);

    /** A login or check that takes longer counts as stuck. */
    private static final long STUCK = SECONDS.toNanos(10);

    private static final long PAUSE = SECONDS.toNanos(10);
    private static final long PAUSE_AFTER_REFUSAL = MINUTES.toNanos(10);
    private static final int MOST_LENT = 8;
    private static final int CHECK_SECONDS = 2;
    private static final int NETWORK_MILLIS = 15_000;
    private static final long LONGEST_CLOSE_MILLIS = 1_000;

    /** Hears of the first connection, and of each outage. */
    interface Listener {

        void made();

        /** A login has failed. Not called again until a login succeeds. */
        void failed(Throwable cause);

        /** Work on two connections in a row has failed. Not called again until work succeeds. */
        void workFailed(Throwable cause);
    }

    /** Only one thread has a connection at a time: the borrower, the attempt, or else whoever has the monitor. */
    private static final class Kept {

        private final Made made;
        private final int epoch;
        private long oldAt;
        private long since;
        private boolean isSuspect;

        Kept(Made made, int epoch, long now) {
            this.made = made;
            this.epoch = epoch;
            this.oldAt = now + LIFETIME;
            this.since = now;
        }

        boolean isFresh(long now) {
            return !isSuspect && now - since < IDLE && isYoung(now);
        }

        boolean isYoung(long now) {
            return now - oldAt < 0;
        }
    }

    private static final class Attempt {

        private final @Nullable Kept old;
        private final long began;
        private final int epoch;

        Attempt(@Nullable Kept old, long began, int epoch) {
            this.old = old;
            this.began = began;
            this.epoch = epoch;
        }
    }

    private final DriverConnections driver;
    private final LongSupplier nanoTime;
    private final Listener listener;
    private final Throttle throttle = new Throttle();

    // Guarded by the monitor.
    private @Nullable Kept free;
    private final IdentityHashMap<Connection, Kept> lent = new IdentityHashMap<>();
    private @Nullable Attempt attempt;
    private boolean pauses;
    private long pausesUntil;
    private int failures;
    private boolean isReported;
    private boolean closed;
    private int epoch;

    /** Makes no connection yet. */
    KeptConnection(DriverConnections driver, LongSupplier nanoTime, Listener listener) {
        this.driver = driver;
        this.nanoTime = nanoTime;
        this.listener = listener;
    }

    /**
     * Lends the connection, with autocommit off and without a transaction. Waits for a login, a check or another borrower.
     *
     * @return the connection; null if there is none in time
     */
    @Nullable
    Connection take() {
        return take(true, nanoTime.getAsLong());
    }

    /**
     * Lends the connection if it is there. Otherwise this method only begins a login or check.
     *
     * @param began the time at which the borrower has begun to look
     * @return the connection; null if there is none
     */
    @Nullable
    Connection look(long began) {
        return take(false, began);
    }

    private @Nullable Connection take(boolean waits, long began) {
        try {
            while (true) {
                Attempt begun;
                synchronized (this) {
                    long now = nanoTime.getAsLong();
                    if (closed) {
                        return null;
                    }
                    if (free != null && free.isFresh(now)) {
                        return lend(free, now);
                    }
                    long left = begins(now, began);
                    if (left == 0) {
                        begun = new Attempt(free, now, epoch);
                        attempt = begun;
                        free = null;
                    } else if (left < 0 || !waits) {
                        return null;
                    } else {
                        NANOSECONDS.timedWait(this, left);
                        continue;
                    }
                }
                BoundedCall.daemon("idgen-connection", () -> run(begun)).start();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private Connection lend(Kept kept, long now) {
        free = null;
        kept.since = now;
        lent.put(kept.made.connection(), kept);
        return kept.made.connection();
    }

    /** Returns how long to wait before the next look; 0 to begin an attempt, and -1 if there will be no connection in time. */
    private long begins(long now, long began) {
        if (free == null && !lent.isEmpty() && now - began < BUSY) {
            return BUSY - (now - began);
        }
        Attempt running = attempt;
        if (running != null && now - running.began < STUCK) {
            long left = BoundedCall.limit().toNanos() / PATIENCE_PART - (now - running.began);
            return left > 0 ? left : -1;
        }
        if ((free == null && pauses && now - pausesUntil < 0) || lent.size() >= MOST_LENT || !throttle.begin(now)) {
            return -1;
        }
        if (running != null) {
            throttle.giveUp();
        }
        return 0;
    }

    /** Checks the old connection, or logs in. */
    private void run(Attempt own) {
        Kept made = null;
        Throwable failure = null;
        try {
            made = made(own);
        } catch (SQLException | RuntimeException | LinkageError e) {
            failure = e;
        }
        boolean isLate;
        boolean isKept;
        boolean isFirst;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            isLate = attempt != own;
            isKept = made != null && !isLate && !closed && epoch == made.epoch && free == null;
            isFirst = false;
            if (!isLate) {
                attempt = null;
                if (isKept) {
                    free = made;
                }
                if (failure == null) {
                    pauses = false;
                    isReported &= failures > 0;
                } else if (!closed) {
                    isFirst = pause(now, SqlFailures.isRejectedLogin(failure) ? PAUSE_AFTER_REFUSAL : pause());
                }
            }
            notifyAll();
        }
        if (isLate) {
            throttle.returnedLate();
        } else {
            throttle.returned();
        }
        if (made != null && !isKept) {
            end(made, false);
        }
        if (isKept && made != own.old) {
            listener.made();
        } else if (isFirst && failure != null) {
            listener.failed(failure);
        }
    }

    /** Pauses from 10 s to 13 s, so that processes do not log in all at once after an outage. */
    private static long pause() {
        return PAUSE + ThreadLocalRandom.current().nextLong(SECONDS.toNanos(3));
    }

    /** Returns whether this outage was not reported yet. */
    private boolean pause(long now, long nanos) {
        pauses = true;
        pausesUntil = now + nanos;
        boolean isFirst = !isReported;
        isReported = true;
        return isFirst;
    }

    private Kept made(Attempt own) throws SQLException {
        Kept old = own.old;
        long now = nanoTime.getAsLong();
        if (old != null && !isValid(old.made.connection())) {
            end(old, true);
        } else if (old != null) {
            if (!old.isYoung(now)) {
                try {
                    Kept replacing = login(own);
                    end(old, false);
                    return replacing;
                } catch (SQLException | RuntimeException e) {
                    old.oldAt = now + PAUSE_AFTER_REFUSAL; // The old connection works.
                }
            }
            old.since = nanoTime.getAsLong();
            old.isSuspect = false;
            return old;
        }
        return login(own);
    }

    private Kept login(Attempt own) throws SQLException {
        return new Kept(ready(driver.make()), own.epoch, nanoTime.getAsLong());
    }

    private static boolean isValid(Connection connection) {
        try {
            return !connection.isClosed() && connection.isValid(CHECK_SECONDS);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            return false;
        }
    }

    /** Turns autocommit off, so that transactions need no statement for this. Drivers may lack the limit of the network. */
    private static Made ready(Made made) throws SQLException {
        Connection connection = made.connection();
        try {
            connection.setAutoCommit(false);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            close(made);
            throw e;
        }
        try {
            connection.setNetworkTimeout(Runnable::run, NETWORK_MILLIS);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            // A check is bounded by the wait for its thread.
        }
        return made;
    }

    /** Returns whether a connection is lent by this object. */
    synchronized boolean isLent(Connection connection) {
        return lent.containsKey(connection);
    }

    /** Takes a connection back. */
    void give(Connection connection) {
        boolean isBroken;
        try {
            isBroken = connection.isClosed();
        } catch (SQLException | RuntimeException e) {
            isBroken = true;
        }
        Kept ended;
        synchronized (this) {
            Kept kept = lent.remove(connection);
            if (kept == null) {
                return;
            }
            long now = nanoTime.getAsLong();
            ended = kept;
            if (!isBroken && !closed && kept.epoch == epoch && free == null) {
                kept.isSuspect = now - kept.since >= IDLE;
                kept.since = now;
                free = kept;
                ended = null;
            }
            notifyAll();
        }
        if (ended != null) {
            end(ended, isBroken);
        }
    }

    /** Records that the work on a lent connection was done. */
    synchronized void succeeded() {
        isReported &= failures == 0;
        failures = 0;
    }

    /**
     * Records that the work on a connection has failed. The next borrower gets another connection, and after a second failure
     * none for a while: the pool may have better connections. The answer of a server that works counts as no failure.
     */
    void failed(Throwable cause) {
        if (SqlFailures.isAnswer(cause)) {
            return;
        }
        Kept ended;
        boolean isFirst = false;
        synchronized (this) {
            ended = free;
            free = null;
            failures++;
            if (failures > 1) {
                isFirst = pause(nanoTime.getAsLong(), PAUSE);
            }
        }
        if (ended != null) {
            end(ended, true);
        }
        if (isFirst) {
            listener.workFailed(cause);
        }
    }

    /** Closes the connection, and waits for this for a second at most. The next borrower gets another connection. */
    void release() {
        end(false);
    }

    /** Closes the connection for good, and aborts connections that are lent. Waits for a second at most. */
    void close() {
        end(true);
    }

    private void end(boolean forGood) {
        Kept idle;
        List<Kept> inUse;
        synchronized (this) {
            closed |= forGood;
            epoch++;
            idle = free;
            free = null;
            inUse = forGood ? new ArrayList<>(lent.values()) : List.of();
            notifyAll();
        }
        inUse.forEach(kept -> end(kept, true));
        if (idle != null) {
            Thread closes = end(idle, false);
            boolean interrupted = Thread.interrupted();
            try {
                closes.join(LONGEST_CLOSE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Closes a connection in a thread of its own, because a driver may wait for the server. */
    private static Thread end(Kept kept, boolean isBroken) {
        Thread thread = BoundedCall.daemon("idgen-connection-close", () -> {
            if (isBroken) {
                try {
                    kept.made.connection().abort(Runnable::run);
                } catch (SQLException | RuntimeException | AbstractMethodError e) {
                    // The close ends it.
                }
            }
            close(kept.made);
        });
        thread.start();
        return thread;
    }

    @SuppressWarnings("CatchingUnchecked")
    static void close(Made made) {
        try {
            made.physical().close();
        } catch (Exception e) {
            // The operating system ends the connection later.
        }
    }
}
