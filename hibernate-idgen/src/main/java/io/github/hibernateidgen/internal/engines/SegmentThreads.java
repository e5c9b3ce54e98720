package io.github.hibernateidgen.internal.engines;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The threads that fetch segments, for all attributes of a registry: none before the first fetch, none for long after the
 * last. They are daemons, without the caller's inheritable thread locals: those may hold its transaction.
 *
 * <p>Thread-safe.
 */
final class SegmentThreads implements Executor {

    private static final long IDLE_SECONDS = 10;

    /** As long as the release of a worker number may hold up a shutdown, and at the same time. */
    private static final long LONGEST_END = SECONDS.toNanos(2);

    private @Nullable ThreadPoolExecutor threads;
    private int most;

    /** Sets how many there may be. */
    synchronized void limit(int fetchers) {
        most = fetchers;
    }

    @Override
    public synchronized void execute(Runnable fetch) {
        ThreadPoolExecutor current = threads;
        if (current == null) {
            current = new ThreadPoolExecutor(
                    most, most, IDLE_SECONDS, SECONDS, new LinkedBlockingQueue<>(), SegmentThreads::thread);
            current.allowCoreThreadTimeOut(true);
            threads = current;
        }
        current.execute(fetch);
    }

    /**
     * Ends the threads with the fetches that are under way.
     *
     * @return waits for these, not for long: the pool that they have their connections of is about to close
     */
    Runnable end() {
        ThreadPoolExecutor closing = take();
        if (closing == null) {
            return () -> {};
        }
        closing.shutdown();
        long began = System.nanoTime();
        return () -> awaitUninterruptibly(closing, LONGEST_END - (System.nanoTime() - began));
    }

    private synchronized @Nullable ThreadPoolExecutor take() {
        ThreadPoolExecutor closing = threads;
        threads = null;
        return closing;
    }

    private static void awaitUninterruptibly(ThreadPoolExecutor closing, long nanos) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!closing.awaitTermination(nanos, NANOSECONDS)) {
                closing.shutdownNow();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(null, work, "idgen-segments", 0, false);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.setDaemon(true);
        return thread;
    }
}
