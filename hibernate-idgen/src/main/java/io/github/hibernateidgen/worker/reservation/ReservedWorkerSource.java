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
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a worker number that no other process can use for the same ticks, by a {@link ReservationStore}.
 *
 * <p>{@link #claim()} claims the number when the process starts; without it, the first call of {@link #reservation()} does, for
 * the first id. From then on a daemon thread renews the reservation, until {@link #close()} releases it. Each call of the store
 * has another thread, one at a time. It is given up after 10 s, or after a sixth of the window if that is less and a number is
 * held. So calls take no part in a caller's transaction; a first id that holds the only connection of a pool waits for {@link
 * ReservationTerms#timeout()} at most; and a connection that never answers delays neither the next attempt nor the close.
 *
 * <p>Attach all generators before the claim, as their constructors do: the claim takes a number that fits all their layouts.
 *
 * <p>Thread-safe. {@link #reservation()} costs one volatile read once a number is held.
 */
public final class ReservedWorkerSource implements WorkerSource, AutoCloseable {

    /** Some failures pass: a deadlock, or a broken connection in a pool. */
    private static final int CLAIM_ATTEMPTS = 3;

    /** Upper bound on how long a start waits, however long the window is. */
    private static final Duration LONGEST_START = Duration.ofMinutes(10);

    /** Upper bound on how long a shutdown waits, also if callers wait longer. */
    private static final Duration LONGEST_RELEASE = Duration.ofSeconds(2);

    private final ReservationStore store;
    private final String storeName;
    private final ReservationTerms terms;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final ReservationLog log;
    private final Duration limit;

    /*
     * While a thread holds it, it calls neither the store, the clock nor the logger: each could wait for a thread that waits
     * for this lock. Attached generators are closed and reopened under it, since suspend, resume and close must not overlap: a
     * generator could issue ticks after the end that the release tells the store. Their code is lock-free, except that a
     * reopened one reads the clock.
     */
    private final SourceLock lock;

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
     * @param terms the namespace, the window and the timeout
     */
    public ReservedWorkerSource(ReservationStore store, ReservationTerms terms) {
        this(store, terms, InstantSource.system());
    }

    /**
     * Makes a source on another clock than the system's. It logs to the JDK's
     * {@linkplain System#getLogger(String) system logger} {@code io.github.hibernateidgen.worker}.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the timeout
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
     * @param terms the namespace, the window and the timeout
     * @param clock the clock that the generators use, too
     * @param logger gets a line for each change of the reservation, from any thread
     */
    public ReservedWorkerSource(
            ReservationStore store, ReservationTerms terms, InstantSource clock, System.Logger logger) {
        this(store, terms, clock, new ReservationLog(terms, store.describe(), logger));
    }

    ReservedWorkerSource(ReservationStore store, ReservationTerms terms, InstantSource clock, ReservationLog log) {
        this(store, terms, clock, System::nanoTime, log, BoundedCalls.LONGEST);
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
        this.lock = new SourceLock(log);
        this.limit = limit;
        this.tenure = newTenure();
    }

    private Tenure newTenure() {
        BoundedCalls calls =
                new BoundedCalls(storeName, "idgen-worker-" + terms.namespace() + "-calls", limit, nanoTime);
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
        return reservation != null ? reservation : claimNow();
    }

    /**
     * Claims the number when a process starts, unless it is held already. While the store does not answer, or all numbers are
     * taken, the claim is tried again for up to a window and a third, and the generators' lead: by then the numbers of processes
     * that were killed are free. A start waits for 10 min at most, or for {@link ReservationTerms#timeout()} if that is longer,
     * and in each case for {@link ReservationTerms#settle()} more. A failure that does not pass ends the wait at once: a missing
     * table, a refused login, a clock that is off.
     *
     * @return the reservation in force
     * @throws NoWorkerException if no number could be reserved
     * @throws IllegalStateException if the source is closed or suspended
     */
    public WorkerReservation claim() {
        long begin = nanoTime.getAsLong();
        Duration longest = lock.locked(() -> {
            requireOpen();
            ensureStarted();
            Duration limit = longestStart();
            await(() -> isClaimed() || tenure.loop.failure() != null, limit);
            RuntimeException failure = tenure.loop.failure();
            if (!isClaimed() && failure != null && !tenure.loop.failsPermanently()) {
                log.waiting(limit, failure);
            }
            return limit;
        });
        return lock.locked(() -> {
            await(
                    () -> isClaimed() || tenure.loop.failsPermanently(),
                    longest.minusNanos(nanoTime.getAsLong() - begin));
            return claimed(longest);
        });
    }

    /**
     * Returns how long a start waits: until the number of a process that was killed just now is free, and for the pause after
     * the attempt before that.
     */
    private Duration longestStart() {
        Duration free = terms.window()
                .plusMillis(tenure.loop.lead())
                .plus(terms.window().dividedBy(3));
        Duration longest = free.compareTo(LONGEST_START) < 0 ? free : LONGEST_START;
        return longest.compareTo(terms.timeout()) > 0 ? longest : terms.timeout();
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

    /** Attaches an issuer, unless another number than the fitting one is held by now; returns whether it did. */
    private boolean attached(Attached added, @Nullable WorkerReservation fitting) {
        return lock.locked(() -> {
            requireOpen();
            added.requireAlone(issuers);
            WorkerReservation held = current;
            boolean fits = held == null || (fitting != null && fitting.worker() == held.worker());
            if (fits) {
                issuers.add(added);
                tenure.loop.serve(added.workers(), added.leadMillis());
            }
            return fits;
        });
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        lock.locked(() -> {
            requireOpen();
            ensureStarted();
            if (tenure.loop.failure() == null) {
                tenure.loop.hurry();
                wake(tenure);
                await(() -> isOver() || !ended.equals(current) || !tenure.loop.urgent(), terms.timeout());
                requireOpen();
            }
            if (ended.equals(current)) {
                RuntimeException failure = tenure.loop.failure();
                throw new ReservationEndedException(
                        ended,
                        "its renewal in " + place() + " " + explain(failure, terms.timeout())
                                + "; ids resume by themselves once it is renewed",
                        failure);
            }
        });
    }

    /** {@return the reservation that is held, how long it lasts, and the last failure} Does not call the store. */
    public ReservationStatus status() {
        WorkerReservation held = current;
        Duration remaining = held == null ? Duration.ZERO : remaining(held);
        return lock.locked(() -> new ReservationStatus(
                terms.namespace(),
                storeName,
                Optional.ofNullable(held),
                remaining,
                earlierFailures + tenure.loop.failures(),
                Optional.ofNullable(tenure.loop.failure()),
                tenure.clockOffset(),
                terms.maxSkew()));
    }

    /** Returns the least that a generator has left. Generators are asked without the lock. */
    private Duration remaining(WorkerReservation held) {
        long now = clock.millis();
        Duration least = Duration.ofMillis(Math.max(0, held.reservedUntil() - now));
        for (Attached one : lock.locked(() -> List.copyOf(issuers))) {
            TickIssuer issuer = one.issuer();
            Duration left = issuer.isClosed() ? least : issuer.left(held, now);
            least = left.compareTo(least) < 0 ? left : least;
        }
        return least;
    }

    /** {@return how many numbers of the namespace others had reserved when this source chose its own} */
    public int others() {
        return lock.locked(() -> tenure.loop.others());
    }

    /**
     * Releases the number, and refuses ids until {@link #resume()}. Call it before an image of this process's memory is made,
     * which may be restored more than once, so that no copy holds a number. Waits for the store as {@link #close()} does. Does
     * nothing if the source is suspended or closed.
     */
    public void suspend() {
        lock.locked(() -> {
            if (!isOver()) {
                suspended = true;
                started = thread != null;
                giveBack();
            }
        });
    }

    /**
     * Lets ids be made again after {@link #suspend()}, under a new claim of the same number or another. The claim begins now
     * if there was one before; this method does not wait for it. Does nothing unless the source is suspended.
     */
    public void resume() {
        lock.locked(() -> {
            if (suspended && !closed) {
                suspended = false;
                earlierFailures += tenure.loop.failures();
                // A thread whose call of the store still blocks keeps the earlier tenure, and ends with it.
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
        });
    }

    /**
     * Releases the number. The generators are closed first; then the store is told where their ids end, so that the number
     * is free at once. If reservations were handed out and no generator is attached, the end of the ids is unknown, and the
     * number is free when its reservation ends. Waits for the store for {@link ReservationTerms#timeout()}, 2 s at most,
     * and not for one that has failed three times; in both cases the number is free when its reservation ends. A second
     * call does nothing.
     */
    @Override
    public void close() {
        lock.locked(() -> {
            if (!closed) {
                closed = true;
                if (!suspended) {
                    giveBack();
                }
            }
        });
    }

    private void giveBack() {
        WorkerReservation last = current;
        current = null;
        long end = issuers.isEmpty() ? Long.MAX_VALUE : Long.MIN_VALUE;
        for (Attached one : issuers) {
            end = Math.max(end, one.issuer().close());
        }
        Tenure mine = tenure; // Another thread may resume while this one waits.
        mine.loop.close(end);
        wake(mine);
        lock.signalChange();
        lock.awaitUninterruptibly(
                () -> thread == null || !mine.equals(tenure),
                Math.min(terms.timeout().toNanos(), LONGEST_RELEASE.toNanos()));
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

    private WorkerReservation claimNow() {
        return lock.locked(() -> {
            requireOpen();
            ensureStarted();
            await(() -> isClaimed() || tenure.loop.failuresInARow() >= CLAIM_ATTEMPTS, terms.timeout());
            return claimed(terms.timeout());
        });
    }

    private boolean isClaimed() {
        return isOver() || current != null;
    }

    private WorkerReservation claimed(Duration waited) {
        requireOpen();
        WorkerReservation claimed = current;
        if (claimed == null) {
            RuntimeException failure = tenure.loop.failure();
            throw new NoWorkerException(
                    "no worker number of " + place() + " could be reserved: the claim " + explain(failure, waited),
                    failure);
        }
        return claimed;
    }

    private void ensureStarted() {
        if (thread == null) {
            // The thread gets none of the caller's inheritable thread locals, which may hold its transaction.
            Tenure mine = tenure;
            Thread renewal = new Thread(null, () -> run(mine), "idgen-worker-" + terms.namespace(), 0, false);
            // Set here, since JDK 19 and later would not inherit it either.
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
                    lock.pause(mine::woken, MILLISECONDS.toNanos(pause.millis()));
                    action = next(mine, Tenure.Answer.NONE);
                } else {
                    action = next(mine, mine.perform(action));
                }
            }
        } finally {
            lock.locked(() -> {
                if (mine.equals(tenure)) {
                    thread = null;
                }
                lock.signalChange();
            });
        }
    }

    /** Reads the clock, which may throw if it is a user's: then the store's answer is dropped, as if it had never arrived. */
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
        return lock.locked(() -> {
            Action action = mine.next(heard, now);
            if (mine.equals(tenure) && !isOver()) {
                current = mine.loop.reservation();
            }
            lock.signalChange();
            return action;
        });
    }

    private void wake(Tenure mine) {
        mine.wake();
        lock.signalToDo();
    }

    private void await(BooleanSupplier condition, Duration limit) {
        lock.await(condition, limit.plus(terms.settle()).toNanos());
    }

    private boolean isOver() {
        return closed || suspended;
    }

    private void requireOpen() {
        if (suspended && !closed) {
            throw new IllegalStateException(this
                    + " is suspended, since the application stops or an image of the process is made; ids can be made again"
                    + " after the restart or the restore");
        }
        if (closed) {
            throw new IllegalStateException(
                    this + " is closed; make ids before the shutdown, or start anew with another source");
        }
    }

    private String place() {
        return "namespace [" + terms.namespace() + "] in [" + storeName + "]";
    }

    private String explain(@Nullable RuntimeException failure, Duration waited) {
        if (failure != null) {
            return "failed: " + failure.getMessage();
        }
        if (Thread.currentThread().isInterrupted()) {
            return "was not waited for, since this thread is interrupted";
        }
        return tenure.loop.urgent() || current == null
                ? "has had no answer within [" + waited.toMillis()
                        + " ms]; see whether the store, or a connection to it, is free"
                : "is not due by this process's clock; see whether the clock was set back";
    }
}
