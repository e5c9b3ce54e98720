package io.github.hibernateidgen.internal.segments;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that fetch segments, for all attributes of a registry: none before the first fetch, none for long after the
 * last. They are daemons, without the caller's inheritable thread locals: those may hold its transaction.
 *
 * <p>Thread-safe.
 */
public final class SegmentThreads implements Executor {

    private static final long IDLE_SECONDS = 10;

    /** A fetch that takes longer hangs. It keeps no place from the others any more, which may find the store back. */
    private static final long HANGS = SECONDS.toNanos(10);

    private static final int MOST_HANGING = 16;

    /** As long as the release of a worker number may hold up a shutdown, and at the same time. */
    private static final long LONGEST_END = SECONDS.toNanos(2);

    private final LongSupplier nanoTime;
    private final Map<Thread, Long> began = new ConcurrentHashMap<>();
    private @Nullable ThreadPoolExecutor threads;
    private final int most;

    /**
     * Makes no thread yet.
     *
     * @param most how many fetches there may be at a time
     */
    public SegmentThreads(int most) {
        this(most, System::nanoTime);
    }

    SegmentThreads(int most, LongSupplier nanoTime) {
        this.most = most;
        this.nanoTime = nanoTime;
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
        resize(current);
        current.execute(() -> {
            began.put(Thread.currentThread(), nanoTime.getAsLong());
            try {
                fetch.run();
            } finally {
                began.remove(Thread.currentThread());
            }
        });
    }

    private void resize(ThreadPoolExecutor current) {
        long now = nanoTime.getAsLong();
        long hanging =
                began.values().stream().filter(start -> now - start > HANGS).count();
        int places = most + (int) Math.min(hanging, MOST_HANGING);
        if (places > current.getMaximumPoolSize()) {
            current.setMaximumPoolSize(places);
            current.setCorePoolSize(places);
        } else {
            current.setCorePoolSize(places);
            current.setMaximumPoolSize(places);
        }
    }

    /**
     * Ends the threads with the fetches that are under way.
     *
     * @return waits for these, not for long: the pool that they have their connections of is about to close
     */
    public Runnable end() {
        ThreadPoolExecutor closing = take();
        if (closing == null) {
            return () -> {};
        }
        closing.shutdown();
        long ended = nanoTime.getAsLong();
        return () -> awaitUninterruptibly(closing, LONGEST_END - (nanoTime.getAsLong() - ended));
    }

    private synchronized @Nullable ThreadPoolExecutor take() {
        ThreadPoolExecutor closing = threads;
        threads = null;
        return closing;
    }

    private static void awaitUninterruptibly(ThreadPoolExecutor closing, long nanos) {
        boolean interrupted = Thread.interrupted();
        try {
            // What goes on is not interrupted: that closes the files of a database that is embedded.
            var unused = closing.awaitTermination(nanos, NANOSECONDS);
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
