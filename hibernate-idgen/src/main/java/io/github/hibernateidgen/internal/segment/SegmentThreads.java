package io.github.hibernateidgen.internal.segment;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;

/**
 * The threads that fetch segments, for all attributes of a session factory. They start with the first fetch, end soon after
 * the last fetch, and never start again after {@link #end()}. They are daemons, and do not inherit the caller's thread
 * locals, which may hold its transaction.
 *
 * <p>Thread-safe.
 */
final class SegmentThreads implements Executor {

    private static final long IDLE_SECONDS = 10;

    /** The longest wait at shutdown. The wait for the release of a worker number runs at the same time, and is as long. */
    private static final long LONGEST_END = SECONDS.toNanos(2);

    private final LongSupplier nanoTime;
    private final Map<Thread, Long> began = new ConcurrentHashMap<>();
    private final int most;
    private final ThreadPoolExecutor threads;

    /**
     * Makes the executor without any thread.
     *
     * @param most how many fetches may run at a time
     * @param nanoTime a clock such as {@link System#nanoTime}
     */
    SegmentThreads(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
        this.threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                SECONDS,
                new LinkedBlockingQueue<>(),
                work -> BoundedCall.daemon("idgen-segments", work),
                (fetch, ended) -> {
                    throw new RejectedExecutionException("the session factory is closed; make ids before the shutdown");
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a fetch on one of the threads. A fetch that has run for longer than {@link BoundedCall#LONGEST} does not count towards
     * the limit, because other fetches may reach the store. Each generator limits how many of its fetches hang.
     *
     * @throws RejectedExecutionException after {@link #end()}
     */
    @Override
    public void execute(Runnable fetch) {
        resize(nanoTime.getAsLong());
        threads.execute(() -> {
            began.put(Thread.currentThread(), nanoTime.getAsLong());
            try {
                fetch.run();
            } finally {
                began.remove(Thread.currentThread());
            }
        });
    }

    private synchronized void resize(long now) {
        int places = most
                + (int) began.values().stream()
                        .filter(start -> now - start > BoundedCall.LONGEST.toNanos())
                        .count();
        // The core may never be larger than the maximum.
        threads.setCorePoolSize(Math.min(places, threads.getMaximumPoolSize()));
        threads.setMaximumPoolSize(places);
        threads.setCorePoolSize(places);
    }

    /**
     * Ends the threads after the fetches in progress, and rejects later fetches, which would outlive their connection pool.
     *
     * @return an action that waits up to two seconds for these fetches, because their connection pool is about to close
     */
    Runnable end() {
        threads.shutdown();
        long ended = nanoTime.getAsLong();
        return () -> awaitUninterruptibly(LONGEST_END - (nanoTime.getAsLong() - ended));
    }

    private void awaitUninterruptibly(long nanos) {
        boolean interrupted = Thread.interrupted();
        try {
            // Fetches in progress are not interrupted: an interrupt would close the files of an embedded database.
            var unused = threads.awaitTermination(nanos, NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
