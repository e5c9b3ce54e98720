package io.github.hibernateidgen.internal.calls;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of foreign code that may never return. The call runs in a daemon thread of its own. Another thread waits for the call,
 * and gives up the call after a limit. The answer of a call that was given up is dropped. Such a call is not interrupted, because
 * an interrupt helps with few drivers and closes the files of an embedded database.
 *
 * <p>The called code may report its steps by {@link #waits()}, {@link #asks()} and {@link #sends}. Code that waits for a
 * connection, or for the first answer of a server on it, has not sent a statement of its own yet, so these waits have limits of
 * their own. After a call was given up, these methods throw, so the code sends no
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

    /**
     * Upper bound on the wait for the first answer of a server on a borrowed connection, which a pooler may lend to one client
     * after the other.
     */
    public static final Duration LONGEST_ANSWER = answer(LONGEST);

    private static final ThreadLocal<@Nullable BoundedCall<?>> CURRENT = new ThreadLocal<>();

    /** A step of a call that reports its steps. */
    public enum Step {
        /** The code waits for a connection. */
        WAITS,
        /** The code has a connection, and waits for the first answer of a server on it. */
        ASKS,
        /** A server answers, and the code sends its statements. */
        SENDS
    }

    private enum End {
        NONE,
        ENDED,
        GIVEN_UP
    }

    private final String name;
    private final Duration limit;
    private final Supplier<T> work;
    private final Runnable onLateEnd;

    // Guarded by the monitor.
    private @Nullable Step step;
    private End end = End.NONE;
    private long since = System.nanoTime();
    private @Nullable Supplier<T> answer;
    private @Nullable Runnable cancel;

    private volatile Supplier<@Nullable String> why = () -> null;

    /**
     * Makes a call that has not begun.
     *
     * @param name the name of its thread
     * @param limit how long the call may take, without its waits; it may wait twice as long for the first answer of a server
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
        waits(() -> null);
    }

    /**
     * Reports that the code waits for a connection from now on.
     *
     * @param why returns why none comes, or null if this is not known; called from the thread that waits for the call
     */
    public static void waits(Supplier<@Nullable String> why) {
        BoundedCall<?> call = CURRENT.get();
        if (call != null) {
            call.move(Step.WAITS);
            call.why = why;
        }
    }

    /** Returns the limit of the current call; {@link #LONGEST} outside of a bounded call. */
    public static Duration limit() {
        BoundedCall<?> call = CURRENT.get();
        return call == null ? LONGEST : call.limit;
    }

    /**
     * Reports that the code has a connection, and waits for the first answer of a server on it from now on.
     *
     * @return how long the code may wait for it; {@link #LONGEST_ANSWER} outside of a bounded call
     * @throws CancellationException if the call was given up
     */
    public static Duration asks() {
        BoundedCall<?> call = reached(Step.ASKS);
        return call == null ? LONGEST_ANSWER : answer(call.limit);
    }

    /** At the first renewal of a reservation, this is half of the time that is left. */
    private static Duration answer(Duration limit) {
        return limit.multipliedBy(2);
    }

    /**
     * Reports that a server answers, and that the code is about to send its statements.
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
        return end != End.GIVEN_UP;
    }

    private static @Nullable BoundedCall<?> reached(Step step) {
        BoundedCall<?> call = CURRENT.get();
        if (call != null) {
            call.move(step);
        }
        return call;
    }

    private synchronized void move(@Nullable Step next) {
        if (end == End.GIVEN_UP) {
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
            move(null);
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
        if (end == End.GIVEN_UP) {
            return false;
        }
        end = End.ENDED;
        answer = made;
        notifyAll();
        return true;
    }

    /**
     * Waits for the call, and gives up the call after its limit. An interrupt does not end the wait.
     *
     * @param patience how long the call may wait for a connection, each time. If this is not longer than the limit, the call
     *     may not wait longer for the first answer of a server, either
     * @param onWait runs in the waiting thread if a wait of the call takes longer than the limit, and goes on; {@link #step()}
     *     returns what the call waits for
     * @return the answer
     * @throws TimeoutException if the call has exceeded its limit, or was given up by another thread
     */
    public T await(Duration patience, Runnable onWait) throws TimeoutException {
        Set<Step> reported = EnumSet.noneOf(Step.class);
        Step waits = await(patience, reported);
        while (waits != null && patience.compareTo(limit) > 0 && reported.add(waits)) {
            onWait.run();
            waits = await(patience, reported);
        }
        if (giveUp()) {
            throw new TimeoutException();
        }
        return answer();
    }

    /**
     * Waits until the call has ended, was given up, or has exceeded the limit of its last step: the usual limit, or the longer
     * limit of a wait that was reported. Returns the step if it is a wait that has exceeded its limit.
     */
    private synchronized @Nullable Step await(Duration patience, Set<Step> reported) {
        boolean interrupted = false;
        while (end == End.NONE) {
            Duration longest =
                    step == null || !reported.contains(step) ? limit : step == Step.WAITS ? patience : answer(limit);
            long left = longest.toNanos() - (System.nanoTime() - since);
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
        return end == End.NONE && (step == Step.WAITS || step == Step.ASKS) ? step : null;
    }

    /**
     * Returns the last step that the code has reported, even if the call was given up after it; null if the code reports no
     * steps. Such a call sends from the beginning.
     */
    public synchronized @Nullable Step step() {
        return step;
    }

    /** Returns why the call gets no connection, or null if this is not known. */
    public @Nullable String why() {
        return why.get();
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
        if (end == End.ENDED) {
            return false;
        }
        end = End.GIVEN_UP;
        notifyAll();
        return true;
    }
}
