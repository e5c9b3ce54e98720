package io.github.hibernateidgen.worker.reservation;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.text.Explained;
import io.github.hibernateidgen.internal.text.LoggingLock;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.internal.text.WrongArgumentException;
import io.github.hibernateidgen.internal.text.WrongStateException;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a worker number that it reserves in a {@link ReservationStore}, so that no other process can use the number for
 * the same ticks.
 *
 * <p>{@link #claim()} claims the number when the process starts. Without that call, the first call of {@link
 * #reservation()} claims it for the first id. From then on a daemon thread renews the reservation, until {@link
 * #close()} releases the number. Each call of the store runs in its own thread, one call at a time, and so takes no part
 * in a caller's transaction. If the caller of the first id holds the only connection of a pool, the caller waits for
 * {@link ReservationTerms#timeout()} plus {@link ReservationTerms#settle()} at most. A call is given up after 10 s, or
 * after a sixth of the window if that is less and a number is held. So a connection that never answers blocks neither
 * the next attempt nor the close. While a call of a {@code JdbcReservationStore} waits for a connection, it keeps its place
 * in the pool's queue until the reservation ends, for a minute at most; {@link #status()} reports the wait after the same
 * 10 s or sixth.
 *
 * <p>Attach all generators before the claim, so that the claim takes a number that fits all their layouts. The
 * constructors of generators attach them.
 *
 * <p>Thread-safe. {@link #reservation()} costs one volatile read once a number is held.
 */
public final class ReservedWorkerSource implements WorkerSource, AutoCloseable {

    /**
     * Number of failed attempts after which the request for the first id throws. The first failure is not enough,
     * because some failures pass, such as a deadlock or a broken connection in a pool.
     */
    private static final int CLAIM_ATTEMPTS = 3;

    /** Upper bound on how long a start waits, however long the window is; {@code settle} comes on top. */
    private static final Duration LONGEST_START = Duration.ofMinutes(10);

    /** Upper bound on how long a shutdown waits, even if the timeout is longer. */
    private static final Duration LONGEST_RELEASE = Duration.ofSeconds(2);

    private final ReservationStore store;

    /** Read again until a number is reserved, because a store may learn its place with its first answer. */
    private volatile String storeName;

    private final ReservationTerms terms;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final ReservationLog log;
    private final Duration longestCall;

    /*
     * A thread that holds this lock does not call the store, the clock or the logger, because each of them could wait
     * for a thread that waits for this lock. Attached generators are closed and reopened under the lock, because
     * suspend, resume and close must not overlap: otherwise a generator could issue ticks past the end that the release
     * writes to the store. A generator that closes or reopens takes its own lock, under which no foreign code runs. One
     * call breaks the rule above: a generator that reopens reads the clock first.
     */
    private final LoggingLock lock;

    // Guarded by the lock.
    private final Map<Object, TickIssuer> issuers = new LinkedHashMap<>(); // By scope.
    private Renewal renewal;
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
     * Makes a source on a given clock. The source logs to the JDK's {@linkplain System#getLogger(String) system logger}
     * {@code io.github.hibernateidgen.worker}.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the timeout
     * @param clock the clock, which the generators also use
     */
    public ReservedWorkerSource(ReservationStore store, ReservationTerms terms, InstantSource clock) {
        this(store, terms, clock, System.getLogger("io.github.hibernateidgen.worker"));
    }

    /**
     * Makes a source with its own logger, such as a logger that still works late in a shutdown, or the application's
     * logger.
     *
     * @param store where the reservations are kept
     * @param terms the namespace, the window and the timeout
     * @param clock the clock, which the generators also use
     * @param logger receives a line for each change of the reservation, from any thread
     */
    public ReservedWorkerSource(
            ReservationStore store, ReservationTerms terms, InstantSource clock, System.Logger logger) {
        this(store, terms, clock, System::nanoTime, logger, BoundedCall.LONGEST);
    }

    ReservedWorkerSource(
            ReservationStore store,
            ReservationTerms terms,
            InstantSource clock,
            LongSupplier nanoTime,
            System.Logger logger,
            Duration longestCall) {
        this.store = store;
        this.storeName = Secrets.masked(store.describe());
        this.terms = terms;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.lock = new LoggingLock(logger);
        this.log = new ReservationLog(terms, () -> storeName, lock);
        this.longestCall = longestCall;
        this.renewal = newRenewal();
    }

    private Renewal newRenewal() {
        return new Renewal(store, storeName, terms, longestCall, nanoTime, log);
    }

    /**
     * Returns the reservation in force. The first call claims a number and waits for the claim.
     *
     * @return the reservation in force, or the last reservation if it has ended
     * @throws NoWorkerException if no number has been reserved yet: the store fails, or all numbers are taken
     * @throws IllegalStateException if the source is closed or suspended
     */
    @Override
    public WorkerReservation reservation() {
        WorkerReservation reservation = current;
        return reservation != null ? reservation : claimNow();
    }

    /**
     * Claims the number when a process starts, unless this source already holds a number. While the store does not
     * answer, or all numbers are taken, the claim is retried for up to a window and a third, plus the generators' lead.
     * After that time the numbers of killed processes are free. The limit is at least {@link
     * ReservationTerms#timeout()} and at most 10 min, plus {@link ReservationTerms#settle()} in each case. A permanent
     * failure ends the wait at once: a missing table, a failed login, or a wrong clock.
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
            await(() -> isClaimed() || renewal.loop.failure() != null, limit);
            RuntimeException failure = renewal.loop.failure();
            if (!isClaimed() && failure != null && !renewal.loop.failsPermanently()) {
                log.waiting(limit, failure);
            }
            return limit;
        });
        return lock.locked(() -> {
            await(
                    () -> isClaimed() || renewal.loop.failsPermanently(),
                    longest.minusNanos(nanoTime.getAsLong() - begin));
            return claimed(longest);
        });
    }

    /**
     * Returns how long a start waits: until the number of a process that was killed just now is free, plus a third of
     * the window for a failed attempt and the pause after the attempt.
     */
    private Duration longestStart() {
        Duration free = terms.window()
                .plusMillis(renewal.loop.lead())
                .plus(terms.window().dividedBy(3));
        Duration longest = free.compareTo(LONGEST_START) < 0 ? free : LONGEST_START;
        return longest.compareTo(terms.timeout()) > 0 ? longest : terms.timeout();
    }

    @Override
    public void attach(TickIssuer issuer) {
        Object scope = issuer.scope();
        long workers = issuer.workers();
        if (!terms.range().fits(workers)) {
            throw new WrongArgumentException(
                    "the range [" + terms.range() + "] of worker numbers does not fit layout ["
                            + scope + "], whose worker numbers are 0 to "
                            + (workers - 1),
                    "give a range of these numbers, or a layout with more worker bits");
        }
        long lead = issuer.lead().toMillis();
        WorkerReservation fitting;
        do {
            fitting = current;
            if (fitting != null) {
                // guard: giveBack
                issuer.requireFits(fitting);
            }
        } while (!attached(issuer, scope, workers, lead, fitting));
    }

    /**
     * Attaches an issuer, unless the reserved number is no longer the number that was checked; returns whether the
     * issuer was attached.
     */
    private boolean attached(
            TickIssuer issuer, Object scope, long workers, long lead, @Nullable WorkerReservation fitting) {
        return lock.locked(() -> {
            requireOpen();
            issuers.keySet().forEach(other -> requireOtherTicks(scope, other));
            WorkerReservation reserved = current;
            // guard: giveBack
            boolean fits = reserved == null || (fitting != null && fitting.worker() == reserved.worker());
            if (fits) {
                issuers.put(scope, issuer);
                renewal.loop.serve(workers, lead);
            }
            return fits;
        });
    }

    private static void requireOtherTicks(Object scope, Object other) {
        if (other.equals(scope)) {
            boolean renamed = !other.toString().equals(scope.toString());
            throw new WrongStateException(
                    "layout [" + other + "] has a generator on this source already, and "
                            + (renamed ? "layout [" + scope + "] has the same bits under other names, so " : "")
                            + "two generators would make the same ids",
                    "share the generator, or give each generator a separate"
                            + " source, or a ReservationStore instead of a ReservedWorkerSource");
        }
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        lock.locked(() -> {
            requireOpen();
            ensureStarted();
            if (renewal.loop.failure() == null) {
                renewal.loop.hurry();
                if (!renewal.woken()) { // One signal serves all callers.
                    wake(renewal);
                }
                await(() -> isOver() || !ended.equals(current) || !renewal.loop.urgent(), terms.timeout());
                requireOpen();
            }
            if (ended.equals(current)) {
                RuntimeException failure = renewal.loop.failure();
                throw new ReservationEndedException(
                        ended,
                        "its renewal in " + terms.place(storeName) + " "
                                + reason(failure, terms.timeout()).message()
                                + "; ids can be made again as soon as it is renewed",
                        failure);
            }
        });
    }

    /** {@return the reservation that is held, how long it lasts, and the last failure} Does not call the store. */
    public ReservationStatus status() {
        WorkerReservation reserved = current;
        Duration remaining = reserved == null ? Duration.ZERO : remaining(reserved);
        return lock.locked(() -> new ReservationStatus(
                terms.namespace(),
                storeName,
                terms.range(),
                renewal.free(),
                Optional.ofNullable(reserved),
                remaining,
                earlierFailures + renewal.loop.failures(),
                Optional.ofNullable(renewal.loop.failure()),
                renewal.clockOffset(),
                terms.maxSkew(),
                terms.window()));
    }

    /** Returns the shortest time that a generator has left. Generators are called without the lock. */
    private Duration remaining(WorkerReservation reservation) {
        long now = clock.millis();
        Duration least = Duration.ofMillis(Math.max(0, reservation.reservedUntil() - now));
        for (TickIssuer issuer : lock.locked(() -> List.copyOf(issuers.values()))) {
            Duration left = issuer.isClosed() ? least : issuer.left(reservation, now);
            least = left.compareTo(least) < 0 ? left : least;
        }
        return least;
    }

    /**
     * Releases the number, and rejects requests for ids until {@link #resume()}. Call this before a memory image of
     * this process is made. The image may be restored more than once, and after this call no copy holds a number. Waits
     * for the store as {@link #close()} does. A call on a suspended or closed source has no effect.
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
     * Allows ids to be made again after {@link #suspend()}, under a new claim of the same number or another number. If
     * the source had started to claim before the suspension, the new claim begins now; this method does not wait for
     * it. A call on a source that is not suspended has no effect.
     */
    public void resume() {
        lock.locked(() -> {
            if (suspended && !closed) {
                suspended = false;
                earlierFailures += renewal.loop.failures();
                // A thread that is still blocked in a call of the store keeps the earlier renewal, and ends with that
                // renewal.
                thread = null;
                ReservationLoop before = renewal.loop;
                renewal = newRenewal();
                renewal.loop.serve(before.workers(), before.lead());
                issuers.values().forEach(TickIssuer::reopen);
                if (started) {
                    ensureStarted();
                }
            }
        });
    }

    /**
     * Releases the number. This method first closes the generators. Then it writes the end of their ids to the store,
     * so that the number is free at once. If reservations were returned but no generator is attached, the end of the
     * ids is unknown, and the number becomes free when its reservation ends. Waits for the store for {@link
     * ReservationTerms#timeout()}, at most 2 s, and stops waiting after three failures of the store. If the release
     * fails or takes longer, the number becomes free when its reservation ends. A second call has no effect.
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
        for (TickIssuer issuer : issuers.values()) {
            // guard: release
            end = Math.max(end, issuer.close());
        }
        Renewal closing = renewal; // Another thread may resume the source while this thread waits.
        closing.loop.close(end);
        wake(closing);
        await(
                () -> thread == null || !closing.equals(renewal),
                Math.min(terms.timeout().toNanos(), LONGEST_RELEASE.toNanos()),
                false);
        closing.loop.stop();
        boolean hangs = thread != null && closing.equals(renewal);
        if (hangs) {
            closing.calls.giveUp();
        }
        if (last != null && (hangs || closing.loop.gaveUp())) {
            log.notReleased(last, closing.loop.failure());
        }
    }

    @Override
    public String toString() {
        return "reservation of a worker number of " + terms.place(storeName);
    }

    private WorkerReservation claimNow() {
        return lock.locked(() -> {
            requireOpen();
            ensureStarted();
            await(() -> isClaimed() || renewal.loop.failuresInARow() >= CLAIM_ATTEMPTS, terms.timeout());
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
            RuntimeException failure = renewal.loop.failure();
            Reason reason = reason(failure, waited);
            throw new NoWorkerException(
                    "no worker number of " + terms.place(storeName) + " could be reserved: the claim " + reason.rule(),
                    reason.remedy(),
                    failure);
        }
        return claimed;
    }

    private void ensureStarted() {
        if (thread == null) {
            Renewal started = renewal;
            Thread made = BoundedCall.daemon("idgen-worker-" + terms.namespace(), () -> run(started));
            made.start(); // start() may fail, so the field is set after it.
            thread = made;
        }
    }

    private void run(Renewal threadRenewal) {
        try {
            Renewal.Answer heard = Renewal.Answer.NONE;
            for (Action action = next(threadRenewal, heard);
                    !(action instanceof Action.Stop);
                    action = next(threadRenewal, heard)) {
                heard = action instanceof Action.Pause pause
                        ? pause(threadRenewal, pause)
                        : threadRenewal.perform(action, failure -> report(threadRenewal, failure));
                nameStore();
            }
        } finally {
            lock.locked(() -> {
                if (threadRenewal.equals(renewal)) {
                    thread = null;
                }
                lock.signalAll();
            });
        }
    }

    private void report(Renewal threadRenewal, RuntimeException failure) {
        lock.locked(() -> {
            threadRenewal.loop.waits(failure);
            lock.signalAll();
        });
    }

    private void nameStore() {
        if (current == null) {
            try {
                storeName = Secrets.masked(store.describe());
            } catch (RuntimeException e) {
                // The earlier name stays: a name in messages must not end the renewals.
            }
        }
    }

    private Renewal.Answer pause(Renewal threadRenewal, Action.Pause pause) {
        Renewal.Answer counted = lock.locked(threadRenewal::woken) ? Renewal.Answer.NONE : threadRenewal.count();
        lock.locked(() -> await(threadRenewal::woken, MILLISECONDS.toNanos(pause.millis()), true));
        Thread.interrupted(); // Only a release ends this thread; an interrupt does not.
        return counted;
    }

    /**
     * Reads the clock, passes the store's answer to the loop, and returns the loop's next action. A clock from the
     * application may throw; then the store's answer is dropped, as if it had never arrived.
     */
    private Action next(Renewal threadRenewal, Renewal.Answer answer) {
        Renewal.Answer heard = answer;
        Moment now = new Moment(0, 0);
        try {
            now = new Moment(clock.millis(), nanoTime.getAsLong());
        } catch (RuntimeException | Error e) {
            heard = threadRenewal.failure(e);
        }
        lock.lock();
        try {
            Action action = threadRenewal.next(heard, now);
            if (threadRenewal.equals(renewal) && !isOver()) {
                current = threadRenewal.loop.reservation();
            }
            lock.signalAll();
            return action;
        } finally {
            lock.unlock();
        }
    }

    private void wake(Renewal target) {
        target.wake();
        lock.signalAll();
    }

    private void await(BooleanSupplier condition, Duration limit) {
        await(condition, limit.plus(terms.settle()).toNanos(), true);
    }

    /**
     * Waits until a condition holds or the time has passed. An interrupt ends the wait if {@code interruptibly} is
     * true.
     */
    private void await(BooleanSupplier condition, long nanos, boolean interruptibly) {
        long left = nanos;
        boolean interrupted = !interruptibly && Thread.interrupted();
        while (!condition.getAsBoolean() && left > 0 && !(interruptibly && interrupted)) {
            try {
                left = lock.awaitNanos(left);
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
        if (isOver()) {
            throw new IllegalStateException(this
                    + (closed
                            ? " is closed; make ids before the shutdown, or make a new source"
                            : " is suspended, since the application stops or an image of the process is made; ids can"
                                    + " be made again after the restart or the restore"));
        }
    }

    /** Why there is no reservation, and the next step. */
    private record Reason(String rule, String remedy) {

        String message() {
            return Explained.message(rule, remedy);
        }
    }

    private Reason reason(@Nullable RuntimeException failure, Duration waited) {
        if (failure instanceof ReservationFailure known) {
            return new Reason("failed: " + known.rule(), known.remedy());
        }
        if (failure != null) {
            return new Reason("failed: " + failure.getMessage(), "");
        }
        if (Thread.currentThread().isInterrupted()) {
            return new Reason("has no answer yet, and the wait ended because this thread was interrupted", "");
        }
        return renewal.loop.urgent() || current == null
                ? new Reason("has had no answer within [" + waited.toMillis() + " ms]", renewal.calls.advice())
                : new Reason("is not due by this process's clock", "check whether the clock was set back");
    }
}
