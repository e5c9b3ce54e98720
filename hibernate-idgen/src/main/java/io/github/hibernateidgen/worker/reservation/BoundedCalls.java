package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of a store, one at a time, in a daemon thread, and gives up on a call that takes too long. A driver can wait
 * for ever for a server that has vanished, also while it only borrows a connection, and nothing ends that from outside.
 * Such a call is abandoned: its answer is dropped, and the next call has another thread. It is not interrupted, since that
 * helps few drivers and closes the files of an embedded database.
 *
 * <p>So an abandoned call can still be under way while the next one is made. To the protocol it is a request that the store
 * receives late, which is safe: only a compare-and-set writes, and only over what it expects.
 *
 * <p>Calls come from one thread at a time; {@link #giveUp()} may come from any.
 */
final class BoundedCalls {

    /** The time limit of a call, as long as a JDBC connection waits for its server. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    /** Upper bound on the threads of abandoned calls. Most of these return in the end, when TCP gives up. */
    static final int MOST_STUCK = 5;

    private final String store;
    private final String threadName;
    private final Duration limit;
    private final List<ExecutorService> stuck = new ArrayList<>();
    private @Nullable ExecutorService caller;
    private volatile @Nullable Future<?> underWay;
    private volatile boolean givenUp;

    BoundedCalls(String store, String threadName, Duration limit) {
        this.store = store;
        this.threadName = threadName;
        this.limit = limit;
    }

    /**
     * Makes a call in another thread and waits for it. An interrupt does not end the wait, but starts it again.
     *
     * @throws ReservationStoreException if it has not returned in time, or if too many others never have
     */
    <T> T make(Supplier<T> call) {
        stuck.removeIf(ExecutorService::isTerminated);
        if (stuck.size() >= MOST_STUCK) {
            throw new ReservationStoreException(
                    store + " is not asked, since [" + stuck.size()
                            + "] calls of it have not returned; see whether its server answers on every open connection,"
                            + " and give the driver a network timeout",
                    null);
        }
        Future<T> answer = caller().submit(call::get);
        underWay = answer;
        if (givenUp) {
            answer.cancel(false);
        }
        try {
            return await(answer);
        } catch (TimeoutException | CancellationException e) {
            answer.cancel(false);
            retire();
            throw new ReservationStoreException(
                    store
                            + (givenUp
                                    ? " is not waited for any more"
                                    : " has not answered within [" + limit.toMillis()
                                            + " ms], or gave no connection; see whether its server, and a connection to it, is free"),
                    null);
        } finally {
            underWay = null;
        }
    }

    /** Abandons the call that is under way, and refuses all later ones. */
    void giveUp() {
        givenUp = true;
        Future<?> current = underWay;
        if (current != null) {
            current.cancel(false);
        }
    }

    /** Ends the thread, unless its call never returns. */
    void close() {
        if (caller != null) {
            caller.shutdown();
            caller = null;
        }
    }

    private ExecutorService caller() {
        ExecutorService current = caller;
        if (current == null) {
            current = new ThreadPoolExecutor(1, 1, 0, NANOSECONDS, new LinkedBlockingQueue<>(), this::thread);
            caller = current;
        }
        return current;
    }

    /** Makes a thread with the caller's class loader, and without its inheritable thread locals. */
    private Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, threadName, 0, false);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    private void retire() {
        ExecutorService retired = caller;
        close();
        if (retired != null) {
            stuck.add(retired);
        }
    }

    private <T> T await(Future<T> answer) throws TimeoutException {
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
