package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.internal.text.Secrets;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a {@link ReservedWorkerSource} and the calls that the loop requests. Each suspension ends a renewal; the
 * resume begins a new renewal.
 *
 * <p>Guarded by the source's lock, except {@link #perform}, {@link #count} and {@link #failure}: the thread that runs
 * the loop calls these methods without the lock.
 */
final class Renewal {

    /** Time between two counts of the free numbers. */
    private static final long COUNT_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Passes the outcome of an action to the loop, with the time at which the outcome was known. */
    interface Answer {

        /** The answer to an action without an outcome. */
        Answer NONE = (loop, now) -> {};

        void applyTo(ReservationLoop loop, Moment now);
    }

    final ReservationLoop loop;
    final BoundedCalls calls;
    private final ReservationStore store;
    private final String storeName;
    private final ReservationTerms terms;
    private final ReservationLog log;
    private boolean woken;
    private Moment asked = new Moment(0, 0);
    private @Nullable WorkerReservation reserved;
    private boolean works;
    private boolean fails;

    /** Whether the first failure that was logged is a wait, whose reason is known when the wait ends. */
    private boolean isReasonOpen;

    private long workers;
    private @Nullable Duration clockOffset;
    private @Nullable Long countedAt;
    private OptionalLong free = OptionalLong.empty();

    Renewal(
            ReservationStore store,
            String storeName,
            ReservationTerms terms,
            Duration longestCall,
            LongSupplier nanoTime,
            ReservationLog log) {
        this.store = store;
        this.storeName = storeName;
        this.terms = terms;
        this.log = log;
        this.calls = new BoundedCalls(storeName, "idgen-worker-" + terms.namespace() + "-calls", longestCall, nanoTime);
        this.loop = new ReservationLoop(
                terms,
                storeName,
                bound -> ThreadLocalRandom.current().nextLong(bound),
                OwnerTokens::next,
                log,
                ReservationLoop.BLOCK_SIZE);
    }

    /**
     * Returns whether the loop has received a request since it returned its last action, so that the thread must not
     * pause.
     */
    boolean woken() {
        return woken;
    }

    void wake() {
        woken = true;
    }

    /**
     * Returns how far this process's clock was ahead of the store's clock at the last reading of the store's clock;
     * empty before the first reading.
     */
    Optional<Duration> clockOffset() {
        return Optional.ofNullable(clockOffset);
    }

    /** Returns how many numbers were free at the last count; empty before the first count and after a failed count. */
    OptionalLong free() {
        return free;
    }

    /**
     * Returns the next action. No exception ends the renewal. After a failure the next action is a pause, which needs
     * no clock.
     */
    Action next(Answer heard, Moment now) {
        woken = false;
        asked = now;
        try {
            heard.applyTo(loop, now);
            return loop.next(now);
        } catch (RuntimeException | Error e) {
            failure(e).applyTo(loop, now);
            return loop.next(now);
        } finally {
            reserved = loop.reservation();
            fails = loop.failure() != null;
            works = reserved != null && !fails;
            workers = loop.workers();
        }
    }

    /**
     * Performs an action on the store, outside of any caller's transaction, for a bounded time. Only the calling thread
     * writes the fields that this method reads, so the method needs no lock.
     *
     * @param onWait gets a failure to report while the action waits for a connection for long
     */
    Answer perform(Action action, Consumer<RuntimeException> onWait) {
        Moment sent = asked;
        Duration limit = calls.limit(reserved == null ? null : terms.window());
        Duration patience = patience(limit);
        Consumer<RuntimeException> onLongWait = failure -> {
            isReasonOpen |= !fails;
            onWait.accept(failure);
        };
        try {
            if (action instanceof Action.Send send) {
                Swap swap = send.swap();
                boolean applied = calls.make(
                        limit,
                        patience,
                        () -> store.compareAndSet(terms.namespace(), swap.expected(), swap.update()),
                        onLongWait);
                isReasonOpen = false;
                return (loop, now) -> loop.answered(swap, applied, now);
            }
            Action.Read read = (Action.Read) action;
            StoredSlots found = calls.make(
                    limit, patience, () -> store.read(terms.namespace(), read.from(), read.to()), onLongWait);
            isReasonOpen = false;
            return (loop, now) -> {
                found.millis()
                        .ifPresent(storeNow -> clockOffset = Duration.ofMillis(Moment.offset(sent, storeNow, now)));
                loop.seen(found, now);
            };
        } catch (RuntimeException | Error e) {
            return afterWait(failure(e));
        }
    }

    /** Returns the answer, which also logs the failure if only a wait was logged before. */
    private Answer afterWait(Answer failure) {
        if (!isReasonOpen) {
            return failure;
        }
        isReasonOpen = false;
        return (answered, now) -> {
            failure.applyTo(answered, now);
            log.waitEnded(answered.failure());
        };
    }

    /**
     * Returns how long an action may wait for a connection: until the reservation ends, so that a request that gives up its
     * place in a pool's queue gives up nothing else, and at most a minute, in case that a login hangs.
     */
    private Duration patience(Duration limit) {
        long left = reserved == null ? 0 : reserved.reservedUntil() - asked.millis();
        if (left <= 0 || left > BoundedCall.LONGEST_WAIT.toMillis()) {
            return BoundedCall.LONGEST_WAIT;
        }
        return left > limit.toMillis() ? Duration.ofMillis(left) : limit;
    }

    /**
     * Counts the free numbers if the store works and a count is due: after the first renewal, because a start sends no
     * further request, and then every ten minutes. If the count fails, the number of free numbers is
     * unknown; the reservation itself has not failed. A renewal may become due meanwhile, so the count does not wait long for
     * a connection.
     */
    Answer count() {
        Moment now = asked;
        if (countedAt == null) {
            // A third of the window passes until the first renewal.
            countedAt = now.nanos() - COUNT_NANOS + terms.window().toNanos() / 4;
        }
        if (!works || now.nanos() - countedAt < COUNT_NANOS) {
            return Answer.NONE;
        }
        countedAt = now.nanos();
        long first = terms.range().first();
        long end = workers;
        Duration limit = calls.limit(terms.window());
        try {
            long held =
                    calls
                            .make(limit, limit, () -> store.read(terms.namespace(), first, end), failure -> {})
                            .slots()
                            .stream()
                            .filter(slot -> slot.reservedUntil() > now.millis()
                                    && first <= slot.worker()
                                    && slot.worker() < end)
                            .count();
            return (loop, heard) -> free = OptionalLong.of(end - first - held);
        } catch (RuntimeException | Error e) {
            return (loop, heard) -> free = OptionalLong.empty();
        }
    }

    /**
     * Returns the answer for an action that failed. A missing class is a permanent failure. Other errors, such as a
     * lack of memory, may pass.
     */
    Answer failure(Throwable thrown) {
        if (thrown instanceof RuntimeException && Secrets.masked(thrown) instanceof RuntimeException cause) {
            return (loop, now) -> loop.failed(cause);
        }
        String message = "namespace [" + terms.namespace() + "] in [" + storeName + "] failed with " + thrown;
        ReservationStoreException cause = thrown instanceof LinkageError
                ? ReservationStoreException.permanent(message, thrown)
                : new ReservationStoreException(message, thrown);
        return (loop, now) -> loop.failed(cause);
    }
}
