package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a worker number that no other process can use for the same ticks, by a {@link ReservationStore}.
 *
 * <p>The number is claimed by the first call of {@link #reservation()}, which a process should make when it starts, or
 * else by its first id. From then on a daemon thread renews the reservation, until {@link #close()} gives it back. All
 * calls of the store are made by a second one, one at a time, and given up after 10 s: so they take no part in a caller's
 * transaction, a caller that holds the only connection of a pool waits for {@link ReservationTerms#patience()} at most,
 * and a connection that never answers holds up neither the next attempt nor the close.
 *
 * <p>Attach all generators before the claim, as their constructors do: it takes a number that fits all their layouts.
 *
 * <p>Thread-safe. {@link #reservation()} costs one volatile read once a number is held.
 */
public final class ReservedWorkerSource implements WorkerSource, AutoCloseable {

    /** One failure may pass: a deadlock, a connection that a pool had not noticed to be broken. */
    private static final int CLAIM_ATTEMPTS = 3;

    /** A shutdown does not wait for longer, however patient callers are. */
    private static final Duration LONGEST_RELEASE = Duration.ofSeconds(2);

    private final ReservationStore store;
    private final String storeName;
    private final ReservationTerms terms;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final ReservationLog log;
    private final Duration limit;

    /*
     * While it is held, neither the store nor the clock nor the logger is called; each could wait for a thread that waits for
     * this lock. Attached generators are closed and reopened under it: suspend, resume and close must not overlap, or a
     * generator could issue ticks after the end was read that the release tells the store. What they run is lock-free, but
     * that a reopened one reads the clock.
     */
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition toDo = lock.newCondition();
    private final Condition done = lock.newCondition();

    // Guarded by the lock.
    private final List<Attached> issuers = new ArrayList<>();
    private Tenure tenure;
    private long earlierFailures;
    private @Nullable Thread thread;
    private boolean suspended;
    private boolean started;
    private boolean closed;

    private volatile @Nullable WorkerReservation current;

    /**
     * Makes a source that has not claimed a number yet.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the patience
     */
    public ReservedWorkerSource(ReservationStore store, ReservationTerms terms) {
        this(store, terms, InstantSource.system());
    }

    /**
     * Makes a source on another clock than the system's. It logs to the JDK's
     * {@linkplain System#getLogger(String) system logger} {@code io.github.hibernateidgen.worker}.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the patience
     * @param clock the clock that the generators use, too
     */
    public ReservedWorkerSource(ReservationStore store, ReservationTerms terms, InstantSource clock) {
        this(store, terms, clock, System.getLogger("io.github.hibernateidgen.worker"));
    }

    /**
     * Makes a source that logs elsewhere than the JDK's system loggers do: one that outlives these in a shutdown, or
     * whose lines an application has in one place with others.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the patience
     * @param clock the clock that the generators use, too
     * @param logger gets a line for each change of the reservation, from any thread
     */
    public ReservedWorkerSource(
            ReservationStore store, ReservationTerms terms, InstantSource clock, System.Logger logger) {
        this(store, terms, clock, new ReservationLog(terms, store.describe(), logger));
    }

    ReservedWorkerSource(ReservationStore store, ReservationTerms terms, InstantSource clock, ReservationLog log) {
        this(store, terms, clock, System::nanoTime, log, BoundedCalls.LIMIT);
    }

    ReservedWorkerSource(
            ReservationStore store,
            ReservationTerms terms,
            InstantSource clock,
            LongSupplier nanoTime,
            ReservationLog log,
            Duration limit) {
        this.store = store;
        this.storeName = store.describe();
        this.terms = terms;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.log = log;
        this.limit = limit;
        this.tenure = newTenure();
    }

    private Tenure newTenure() {
        BoundedCalls calls = new BoundedCalls(storeName, "idgen-worker-" + terms.namespace() + "-calls", limit);
        return new Tenure(store, storeName, terms, calls, log);
    }

    /**
     * Returns the reservation in force; the first call claims it and waits for that.
     *
     * @return the reservation in force, or the last one if it has ended
     * @throws NoWorkerException if no number could be reserved so far: the store fails, or all numbers are taken
     * @throws IllegalStateException if the source is closed or suspended
     */
    @Override
    public WorkerReservation reservation() {
        WorkerReservation reservation = current;
        return reservation != null ? reservation : claim();
    }

    @Override
    public void attach(TickIssuer issuer) {
        Attached added = Attached.of(issuer);
        WorkerReservation held;
        do {
            held = current;
            if (held != null) {
                issuer.requireFits(held);
            }
        } while (!attached(added, held));
    }

    /** Whether it was attached: not where another number was reserved since it was asked whether that fits. */
    private boolean attached(Attached added, @Nullable WorkerReservation fitting) {
        lock.lock();
        try {
            requireOpen();
            added.requireAlone(issuers);
            WorkerReservation held = current;
            boolean fits = held == null || (fitting != null && fitting.worker() == held.worker());
            if (fits) {
                issuers.add(added);
                tenure.loop.serve(added.workers(), added.leadMillis());
            }
            return fits;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        lock.lock();
        try {
            requireOpen();
            ensureStarted();
            if (tenure.loop.failure() == null) {
                tenure.loop.hurry();
                wake(tenure);
                await(() -> isOver() || !ended.equals(current) || !tenure.loop.urgent());
                requireOpen();
            }
            if (ended.equals(current)) {
                RuntimeException failure = tenure.loop.failure();
                throw new ReservationEndedException(
                        ended,
                        "its renewal in " + place() + " " + explain(failure)
                                + "; ids resume by themselves once it is renewed",
                        failure);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return what is held, for how long, and what stands in the way of more} Asks nothing of the store. */
    public ReservationStatus status() {
        long now = clock.millis();
        lock.lock();
        try {
            WorkerReservation held = current;
            long remaining = held == null ? 0 : Math.max(0, held.reservedUntil() - now);
            return new ReservationStatus(
                    terms.namespace(),
                    storeName,
                    Optional.ofNullable(held),
                    Duration.ofMillis(remaining),
                    earlierFailures + tenure.loop.failures(),
                    Optional.ofNullable(tenure.loop.failure()),
                    tenure.clockOffset(),
                    terms.maxSkew());
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many numbers of the namespace others had reserved when this source chose its own} */
    public int others() {
        lock.lock();
        try {
            return tenure.loop.others();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives the number back, and refuses ids until {@link #resume()}. For the moment in which an image is made of this
     * process's memory, from which it may live on more than once: no copy holds a number then. Waits for the store as
     * {@link #close()} does. Does nothing where the source is suspended already, or closed.
     */
    public void suspend() {
        locked(() -> {
            if (!isOver()) {
                suspended = true;
                started = thread != null;
                giveBack();
            }
        });
    }

    /**
     * Lets ids be made again after {@link #suspend()}, under a number that is claimed anew, this one or another. Where one
     * had been asked for before, the claim begins at once, and this does not wait for it. Does nothing where the source is
     * not suspended, or is closed.
     */
    public void resume() {
        lock.lock();
        try {
            if (suspended && !closed) {
                suspended = false;
                earlierFailures += tenure.loop.failures();
                // A thread that the store still holds up keeps the tenure that it has, and ends with it.
                thread = null;
                tenure = newTenure();
                for (Attached one : issuers) {
                    tenure.loop.serve(one.workers(), one.leadMillis());
                    one.issuer().reopen();
                }
                if (started) {
                    ensureStarted();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives the number back. The generators are closed first; then the store is told where their ids end, so that the
     * number is free at once. Where reservations were handed out and no generator is attached, nobody knows where the ids
     * end, and the number is free when its reservation ends. Waits for the store for
     * {@link ReservationTerms#patience()}, but 2 s at most, and no longer for one that has failed three times;
     * then, too, the number is free when its reservation ends. A second call does nothing.
     */
    @Override
    public void close() {
        locked(() -> {
            if (!closed) {
                closed = true;
                if (!suspended) {
                    giveBack();
                }
            }
        });
    }

    /** Works with the lock, and writes what is to be logged once that is let go. */
    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
            log.write();
        }
    }

    private void giveBack() {
        WorkerReservation last = current;
        current = null;
        long end = issuers.isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (Attached one : issuers) {
            end = Math.max(end, one.issuer().close());
        }
        Tenure mine = tenure; // While this waits another thread may resume.
        mine.loop.close(end);
        wake(mine);
        done.signalAll();
        awaitUninterruptibly(() -> thread == null || !mine.equals(tenure));
        mine.loop.stop();
        boolean hangs = thread != null && mine.equals(tenure);
        if (hangs) {
            mine.calls.giveUp();
        }
        if (last != null && (hangs || mine.loop.gaveUp())) {
            log.notReleased(last, mine.loop.failure());
        }
    }

    @Override
    public String toString() {
        return "reservation of a worker number of " + place();
    }

    private WorkerReservation claim() {
        lock.lock();
        try {
            requireOpen();
            ensureStarted();
            await(() -> isOver() || current != null || tenure.loop.failuresInARow() >= CLAIM_ATTEMPTS);
            requireOpen();
            WorkerReservation claimed = current;
            if (claimed == null) {
                RuntimeException failure = tenure.loop.failure();
                throw new NoWorkerException(
                        "no worker number of " + place() + " could be reserved: the claim " + explain(failure),
                        failure);
            }
            return claimed;
        } finally {
            lock.unlock();
        }
    }

    private void ensureStarted() {
        if (thread == null) {
            // Without the caller's inheritable thread locals: they may hold its transaction.
            Tenure mine = tenure;
            Thread renewal = new Thread(null, () -> run(mine), "idgen-worker-" + terms.namespace(), 0, false);
            // Which JDK 19 and later would leave out with them.
            renewal.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            renewal.setDaemon(true);
            renewal.start();
            thread = renewal;
        }
    }

    private void run(Tenure mine) {
        try {
            Action action = next(mine, Tenure.Answer.NONE);
            while (!(action instanceof Action.Stop)) {
                if (action instanceof Action.Pause pause) {
                    pause(mine, pause.millis());
                    action = next(mine, Tenure.Answer.NONE);
                } else {
                    action = next(mine, mine.perform(action));
                }
            }
        } finally {
            locked(() -> {
                if (mine.equals(tenure)) {
                    thread = null;
                }
                mine.calls.close();
                done.signalAll();
            });
        }
    }

    /** A clock of the user's may throw. What the store said then is dropped, like an answer that never arrived. */
    private Action next(Tenure mine, Tenure.Answer answer) {
        Moment now;
        Tenure.Answer heard;
        try {
            now = new Moment(clock.millis(), nanoTime.getAsLong());
            heard = answer;
        } catch (RuntimeException | Error e) {
            now = new Moment(0, 0);
            heard = mine.failure(e);
        }
        return next(mine, heard, now);
    }

    private Action next(Tenure mine, Tenure.Answer heard, Moment now) {
        lock.lock();
        try {
            Action action = mine.next(heard, now);
            if (mine.equals(tenure) && !isOver()) {
                current = mine.loop.reservation();
            }
            done.signalAll();
            return action;
        } finally {
            lock.unlock();
            log.write();
        }
    }

    private void pause(Tenure mine, long millis) {
        lock.lock();
        try {
            long nanos = MILLISECONDS.toNanos(millis);
            while (!mine.woken() && nanos > 0) {
                nanos = toDo.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            // The thread is ours and ends with close(); whoever interrupts it cannot mean to stop the renewal.
        } finally {
            lock.unlock();
        }
    }

    private void wake(Tenure mine) {
        mine.wake();
        toDo.signalAll();
    }

    private void await(BooleanSupplier condition) {
        long nanos = terms.patience().plus(terms.settle()).toNanos();
        try {
            while (!condition.getAsBoolean() && nanos > 0) {
                nanos = done.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that is interrupted, as in a shutdown, shall wait all the same: the release is worth it. */
    private void awaitUninterruptibly(BooleanSupplier condition) {
        long nanos = Math.min(terms.patience().toNanos(), LONGEST_RELEASE.toNanos());
        boolean interrupted = Thread.interrupted();
        while (!condition.getAsBoolean() && nanos > 0) {
            try {
                nanos = done.awaitNanos(nanos);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOver() {
        return closed || suspended;
    }

    private void requireOpen() {
        if (suspended && !closed) {
            throw new IllegalStateException(this
                    + " is suspended while an image of the process is made; ids can be made again after the restore");
        }
        if (closed) {
            throw new IllegalStateException(
                    this + " is closed; make ids before the shutdown, or start anew with another source");
        }
    }

    private String place() {
        return "namespace [" + terms.namespace() + "] in [" + storeName + "]";
    }

    private String explain(@Nullable RuntimeException failure) {
        if (failure != null) {
            return "failed: " + failure.getMessage();
        }
        if (Thread.currentThread().isInterrupted()) {
            return "was not waited for, since this thread is interrupted";
        }
        return tenure.loop.urgent() || current == null
                ? "has had no answer within [" + terms.patience().toMillis()
                        + " ms]; see whether the store, or a connection to it, is free"
                : "is not due by this process's clock; see whether the clock was set back";
    }
}
