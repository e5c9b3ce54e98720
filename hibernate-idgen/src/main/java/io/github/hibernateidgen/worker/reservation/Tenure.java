package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a {@link ReservedWorkerSource} and the calls that it requests; a new one begins after each suspension.
 *
 * <p>Guarded by the source's lock, but for {@link #perform} and {@link #failure}, which are called without it.
 */
final class Tenure {

    /** Tells the loop the outcome of an action, and when it was known. */
    interface Answer {

        /** The answer to an action that has no outcome. */
        Answer NONE = (loop, now) -> {};

        void tell(ReservationLoop loop, Moment now);
    }

    final ReservationLoop loop;
    final BoundedCalls calls;
    private final ReservationStore store;
    private final String storeName;
    private final String namespace;
    private boolean woken;
    private final Duration window;
    private Moment asked = new Moment(0, 0);
    private boolean holds;
    private @Nullable Duration clockOffset;

    Tenure(ReservationStore store, String storeName, ReservationTerms terms, BoundedCalls calls, ReservationLog log) {
        this.store = store;
        this.storeName = storeName;
        this.namespace = terms.namespace();
        this.window = terms.window();
        this.calls = calls;
        this.loop = new ReservationLoop(
                terms,
                storeName,
                bound -> ThreadLocalRandom.current().nextLong(bound),
                OwnerTokens::next,
                log,
                ReservationLoop.BLOCK_SIZE);
    }

    /** Returns whether the loop got a request since it returned its last action, so that the thread must not pause. */
    boolean woken() {
        return woken;
    }

    void wake() {
        woken = true;
    }

    /** Returns how far our clock is ahead of the store's, when the store last told its clock; empty if it has not. */
    Optional<Duration> clockOffset() {
        return Optional.ofNullable(clockOffset);
    }

    /**
     * Returns the next action. Nothing that is thrown ends the renewal; a failure is followed by a pause, which needs no
     * clock.
     */
    Action next(Answer heard, Moment now) {
        woken = false;
        asked = now;
        try {
            heard.tell(loop, now);
            return loop.next(now);
        } catch (RuntimeException | Error e) {
            failure(e).tell(loop, now);
            return loop.next(now);
        } finally {
            holds = loop.reservation() != null;
        }
    }

    /** Performs an action on the store, outside of any transaction of a caller, for a bounded time. */
    Answer perform(Action action) {
        try {
            if (action instanceof Action.Send send) {
                return perform(send.swap());
            }
            return perform((Action.Read) action, asked); // This thread has written the moment.
        } catch (RuntimeException | Error e) {
            return failure(e);
        }
    }

    private Duration limit() {
        return holds ? calls.limit(window) : calls.longest(); // This thread has written it.
    }

    private Answer perform(Action.Read read, Moment sent) {
        StoredSlots found = calls.make(limit(), () -> store.read(namespace, read.from(), read.to()));
        return (loop, now) -> {
            compare(sent, found.millis(), now);
            loop.seen(found, now);
        };
    }

    private Answer perform(Swap swap) {
        boolean applied = calls.make(limit(), () -> store.compareAndSet(namespace, swap.expected(), swap.update()));
        return (loop, now) -> loop.answered(swap, applied, now);
    }

    private void compare(Moment sent, OptionalLong storeMillis, Moment heard) {
        if (storeMillis.isPresent()) {
            clockOffset = Duration.ofMillis(ClockOffset.certain(sent, storeMillis.getAsLong(), heard));
        }
    }

    Answer failure(Throwable thrown) {
        RuntimeException cause = thrown instanceof RuntimeException exception
                ? exception
                : failed("namespace [" + namespace + "] in [" + storeName + "] failed with " + thrown, thrown);
        return (loop, now) -> loop.failed(cause);
    }

    /** A class that is missing stays missing; memory and threads may be had later. */
    private static ReservationStoreException failed(String message, Throwable thrown) {
        return thrown instanceof LinkageError
                ? ReservationStoreException.permanent(message, thrown)
                : new ReservationStoreException(message, thrown);
    }
}
