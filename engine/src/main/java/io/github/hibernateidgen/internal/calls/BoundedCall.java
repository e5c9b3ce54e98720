package io.github.hibernateidgen.internal.calls;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of foreign code that may never return. The call runs in a daemon thread of its own. Another thread waits for the call,
 * and gives up the call after a limit. The answer of a call that was given up is dropped. Such a call is not interrupted, because
 * an interrupt helps with few drivers and closes the files of an embedded database.
 *
 * <p>The called code may report its steps by {@link #waits()} and {@link #sends}. Code that waits for a connection has not
 * sent a statement yet, so such a wait has a limit of its own. After a call was given up, both methods throw, so the code sends no
 * statement. The code itself ends a statement that exceeds the limit; {@link BoundedConnection} does so for JDBC. A call that is
 * abandoned before its limit cancels its statement.
 *
 * <p>Thread-safe. No foreign code runs while the monitor is held.
 *
 * @param <T> the type of the answer
 */
public final class BoundedCall<T> {

    /** Upper bound on the time limit of a call, without its waits for a connection. */
    public static final Duration LONGEST = Duration.ofSeconds(10);

    /** Upper bound on a wait for a connection, such as one whose log-in hangs. Most pools give up after 30 s by themselves. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private static final ThreadLocal<@Nullable BoundedCall<?>> CURRENT = new ThreadLocal<>();

    private enum Step {
        WAITS,
        SENDS,
        ENDED,
        GIVEN_UP
    }

    private final String name;
    private final Duration limit;
    private final Supplier<T> work;
    private final Runnable onLateEnd;

    // Guarded by the monitor. A call whose code reports no steps counts as sent from the beginning.
    private Step step = Step.SENDS;
    private long since = System.nanoTime();
    private @Nullable Supplier<T> answer;
    private @Nullable Runnable cancel;

    /**
     * Makes a call that has not begun.
     *
     * @param name the name of its thread
     * @param limit how long the call may take, without its waits for a connection
     * @param work the call
     * @param onLateEnd runs in the call's thread if the call returns or throws after it was given up
     */
    public BoundedCall(String name, Duration limit, Supplier<T> work, Runnable onLateEnd) {
        this.name = name;
        this.limit = limit;
        this.work = work;
        this.onLateEnd = onLateEnd;
    }

    /**
     * Makes a thread that inherits no thread locals, because they may contain the caller's transaction. On JDK 19 and later,
     * such a thread does not inherit the caller's context class loader either, so this method sets the class loader.
     */
    public static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /** Reports that the code waits for a connection from now on. Outside of a bounded call this has no effect. */
    public static void waits() {
        reached(Step.WAITS);
    }

    /**
     * Reports that the code has a connection, and is about to send something.
     *
     * @return the limit of the call; {@link #LONGEST} outside of a bounded call
     * @throws CancellationException if the call was given up; the code must not send a statement
     */
    public static Duration sends() {
        BoundedCall<?> call = reached(Step.SENDS);
        return call == null ? LONGEST : call.limit;
    }

    /**
     * Reports how to cancel the statement that is sent next; null after the last statement. Outside of a bounded call this has no
     * effect.
     *
     * @return false if the call was given up, so that a cancel may be under way
     */
    public static boolean cancels(@Nullable Runnable cancel) {
        BoundedCall<?> call = CURRENT.get();
        return call == null || call.cancelsBy(cancel);
    }

    private synchronized boolean cancelsBy(@Nullable Runnable next) {
        cancel = next;
        return step != Step.GIVEN_UP;
    }

    private static @Nullable BoundedCall<?> reached(Step step) {
        BoundedCall<?> call = CURRENT.get();
        if (call != null) {
            call.move(step);
        }
        return call;
    }

    private synchronized void move(Step next) {
        if (step == Step.GIVEN_UP) {
            throw new CancellationException("the call was given up");
        }
        step = next;
        since = System.nanoTime();
        notifyAll();
    }

    /** Begins the call. */
    public void start() {
        daemon(name, this::run).start();
    }

    private void run() {
        CURRENT.set(this);
        Supplier<T> made;
        try {
            move(Step.SENDS);
            T value = work.get();
            made = () -> value;
        } catch (Throwable e) {
            made = () -> {
                throw unchecked(e);
            };
        }
        if (!end(made)) {
            onLateEnd.run();
        }
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
    }

    private synchronized boolean end(Supplier<T> made) {
        if (step == Step.GIVEN_UP) {
            return false;
        }
        step = Step.ENDED;
        answer = made;
        notifyAll();
        return true;
    }

    /**
     * Waits for the call, and gives up the call after its limit. An interrupt does not end the wait.
     *
     * @param patience how long the call may wait for a connection, each time
     * @param onWait runs in the waiting thread if the call waits for a connection for longer than the limit, and waits on
     * @return the answer
     * @throws TimeoutException if the call has exceeded its limit, or was given up by another thread
     */
    public T await(Duration patience, Runnable onWait) throws TimeoutException {
        Step reached = await(limit);
        if (reached == Step.WAITS && patience.compareTo(limit) > 0) {
            onWait.run();
            reached = await(patience);
        }
        if (reached != Step.ENDED && giveUp()) {
            throw new TimeoutException();
        }
        return answer();
    }

    /** Waits until the call has ended, was given up, or has exceeded the limit of its last step; returns the last step. */
    private synchronized Step await(Duration patience) {
        boolean interrupted = false;
        while (step == Step.WAITS || step == Step.SENDS) {
            long left = (step == Step.WAITS ? patience : limit).toNanos() - (System.nanoTime() - since);
            if (left <= 0) {
                break;
            }
            try {
                NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return step;
    }

    private synchronized T answer() {
        return requireNonNull(answer).get();
    }

    /** Gives up the call before its limit. Another thread cancels the statement, which would else stay on the server. */
    public synchronized void abandon() {
        if (giveUp() && cancel != null) {
            daemon(name + "-cancel", cancel).start();
        }
    }

    /**
     * Gives up the call. Has no effect on a call that was given up before.
     *
     * @return false if the call has ended already
     */
    public synchronized boolean giveUp() {
        if (step == Step.ENDED) {
            return false;
        }
        step = Step.GIVEN_UP;
        notifyAll();
        return true;
    }
}
