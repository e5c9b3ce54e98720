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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
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

    /** What begins anew after a suspension. */
    private record Tenure(ReservationLoop loop, BoundedCalls calls) {}

    private final ReservationStore store;
    private final ReservationTerms terms;
    private final InstantSource clock;
    private final ReservationLog log;
    private final Duration limit;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition toDo = lock.newCondition();
    private final Condition done = lock.newCondition();

    // Guarded by the lock.
    private final List<TickIssuer> issuers = new ArrayList<>();
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
        this(store, terms, clock, log, BoundedCalls.LIMIT);
    }

    ReservedWorkerSource(
            ReservationStore store, ReservationTerms terms, InstantSource clock, ReservationLog log, Duration limit) {
        this.store = store;
        this.terms = terms;
        this.clock = clock;
        this.log = log;
        this.limit = limit;
        this.tenure = newTenure();
    }

    private Tenure newTenure() {
        return new Tenure(
                new ReservationLoop(
                        terms,
                        store.describe(),
                        clock,
                        bound -> ThreadLocalRandom.current().nextLong(bound),
                        OwnerTokens::next,
                        log),
                new BoundedCalls(store.describe(), "idgen-worker-" + terms.namespace() + "-calls", limit));
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
        lock.lock();
        try {
            requireOpen();
            requireAlone(issuer);
            WorkerReservation held = current;
            if (held != null) {
                issuer.requireFits(held);
            }
            issuers.add(issuer);
            tenure.loop.serve(issuer);
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
                toDo.signalAll();
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
        lock.lock();
        try {
            WorkerReservation held = current;
            long remaining = held == null ? 0 : Math.max(0, held.reservedUntil() - clock.millis());
            return new ReservationStatus(
                    terms.namespace(),
                    store.describe(),
                    Optional.ofNullable(held),
                    Duration.ofMillis(remaining),
                    earlierFailures + tenure.loop.failures(),
                    Optional.ofNullable(tenure.loop.failure()));
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
        lock.lock();
        try {
            if (!isOver()) {
                suspended = true;
                started = thread != null;
                giveBack();
            }
        } finally {
            lock.unlock();
        }
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
                for (TickIssuer issuer : issuers) {
                    tenure.loop.serve(issuer);
                    issuer.reopen();
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
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                if (!suspended) {
                    giveBack();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        WorkerReservation last = current;
        current = null;
        long end = issuers.isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (TickIssuer issuer : issuers) {
            end = Math.max(end, issuer.close());
        }
        Tenure mine = tenure; // While this waits another thread may resume.
        mine.loop.close(end);
        toDo.signalAll();
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
        lock.lock();
        try {
            for (Action action = next(mine.loop); !(action instanceof Action.Stop); action = next(mine.loop)) {
                perform(mine, action);
                if (mine.equals(tenure) && !isOver()) {
                    current = mine.loop.reservation();
                }
                done.signalAll();
            }
        } finally {
            if (mine.equals(tenure)) {
                thread = null;
            }
            mine.calls.close();
            done.signalAll();
            lock.unlock();
        }
    }

    /** A clock of the user's may throw, and must not end the renewal for good. What follows a failure is a pause. */
    private static Action next(ReservationLoop mine) {
        try {
            return mine.next();
        } catch (RuntimeException e) {
            mine.failed(e);
            return mine.next();
        }
    }

    private void perform(Tenure mine, Action action) {
        ReservationLoop loop = mine.loop;
        try {
            if (action instanceof Action.Pause pause) {
                pause(pause.millis());
            } else if (action instanceof Action.Send send) {
                Swap swap = send.swap();
                loop.answered(
                        swap,
                        unlocked(
                                mine.calls,
                                () -> store.compareAndSet(terms.namespace(), swap.expected(), swap.update())));
            } else if (action instanceof Action.Clock) {
                loop.told(unlocked(mine.calls, () -> store.millis(terms.namespace())));
            } else {
                loop.seen(unlocked(mine.calls, () -> store.read(terms.namespace())));
            }
        } catch (RuntimeException e) {
            loop.failed(e);
        } catch (Error e) {
            loop.failed(new ReservationStoreException(place() + " failed with " + e, e));
        }
    }

    @SuppressWarnings("WaitNotInLoop") // The loop may be asked too early: it says again how long to pause.
    private void pause(long millis) {
        try {
            toDo.awaitNanos(MILLISECONDS.toNanos(millis));
        } catch (InterruptedException e) {
            // The thread is ours and ends with close(); whoever interrupts it cannot mean to stop the renewal.
        }
    }

    private <T> T unlocked(BoundedCalls calls, Supplier<T> call) {
        lock.unlock();
        try {
            return calls.make(call);
        } finally {
            lock.lock();
        }
    }

    private void await(BooleanSupplier condition) {
        long nanos = terms.patience().toNanos();
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

    private void requireAlone(TickIssuer issuer) {
        for (TickIssuer other : issuers) {
            if (other.scope().equals(issuer.scope())) {
                boolean renamed =
                        !other.scope().toString().equals(issuer.scope().toString());
                throw new IllegalStateException("layout [" + other.scope()
                        + "] has a generator on this source already, and "
                        + (renamed ? "layout [" + issuer.scope() + "] has the same bits under other names, so " : "")
                        + "two would make the same ids; share that"
                        + " generator, or give each a source of its own (in Hibernate: a ReservationStore instead of a"
                        + " ReservedWorkerSource)");
            }
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
        return "namespace [" + terms.namespace() + "] in [" + store.describe() + "]";
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
