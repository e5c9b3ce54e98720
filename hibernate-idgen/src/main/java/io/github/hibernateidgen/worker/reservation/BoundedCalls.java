package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a store, one call at a time, each in its own daemon thread, and abandons a call that takes too long. A driver
 * can wait for ever for a server that has vanished, even when the call only takes a connection from a pool. No other thread
 * can end that wait. The answer of an abandoned call is dropped, and another call can be made. The abandoned call is not
 * interrupted, because an interrupt helps with few drivers and closes the files of an embedded database.
 *
 * <p>So an abandoned call can still run while the next call is made. For the protocol, the abandoned call is a request
 * that the store receives late. This is safe: only a compare-and-set writes, and only if the row still has the expected
 * content.
 *
 * <p>Calls come from one thread at a time; {@link #giveUp()} may come from any thread.
 */
final class BoundedCalls {

    /** Upper bound on the time limit of a call; equal to the network timeout of the JDBC connections. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    /** If this many abandoned calls or more have not returned, only one call is made each minute. */
    static final int MOST_STUCK = 5;

    private static final Duration BETWEEN_STUCK = Duration.ofMinutes(1);

    private final String store;
    private final String threadName;
    private final Duration longest;
    private final LongSupplier nanoTime;
    private final List<Thread> stuck = new ArrayList<>();
    private long lastMadeAt;
    private volatile @Nullable Future<?> underWay;
    private volatile boolean givenUp;

    BoundedCalls(String store, String threadName, Duration longest, LongSupplier nanoTime) {
        this.store = store;
        this.threadName = threadName;
        this.longest = longest;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the time limit of a call. While a number is reserved, the limit is at most a sixth of the window. A
     * renewal is due when two thirds of the window are left, so a store that hangs is reported while ids can still be
     * made.
     *
     * @param window the window of the reservation; null without a reservation
     */
    Duration limit(@Nullable Duration window) {
        Duration sixth = window == null ? longest : window.dividedBy(6);
        return sixth.compareTo(longest) < 0 ? sixth : longest;
    }

    /**
     * Makes a call in another thread and waits for it. An interrupt does not end the wait: the wait starts again with
     * the full limit.
     *
     * @throws ReservationStoreException if the call has not returned in time or was given up, or is not made because too
     *     many earlier calls have not returned
     */
    <T> T make(Duration limit, Supplier<T> call) {
        requireFewStuck();
        FutureTask<T> answer = new FutureTask<>(call::get);
        Thread thread = daemon(threadName, answer);
        underWay = answer;
        if (givenUp) {
            answer.cancel(false);
        }
        thread.start();
        try {
            return await(answer, limit);
        } catch (TimeoutException | CancellationException e) {
            answer.cancel(false);
            stuck.add(thread);
            throw new ReservationStoreException(
                    store
                            + (givenUp
                                    ? " has not answered, and the wait for it has ended"
                                    : " has not answered within [" + limit.toMillis()
                                            + " ms], or gave no connection; check whether its server is overloaded, or"
                                            + " all connections to it are in use"),
                    null);
        } finally {
            underWay = null;
        }
    }

    private void requireFewStuck() {
        stuck.removeIf(thread -> !thread.isAlive());
        long now = nanoTime.getAsLong();
        if (stuck.size() >= MOST_STUCK && now - lastMadeAt < BETWEEN_STUCK.toNanos()) {
            throw new ReservationStoreException(
                    store + " is called only once a minute, because [" + stuck.size()
                            + "] calls have not returned; check whether its server answers on every open connection,"
                            + " and give the driver a network timeout",
                    null);
        }
        lastMadeAt = now;
    }

    /** Abandons the running call and all later calls. */
    void giveUp() {
        givenUp = true;
        Future<?> current = underWay;
        if (current != null) {
            current.cancel(false);
        }
    }

    /**
     * Makes a thread that inherits no thread locals, because they may contain the caller's transaction. On JDK 19 and later,
     * such a thread does not inherit the caller's context class loader either, so this method sets the class loader.
     */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    private <T> T await(Future<T> answer, Duration limit) throws TimeoutException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(limit.toNanos(), NANOSECONDS);
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

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }
}
