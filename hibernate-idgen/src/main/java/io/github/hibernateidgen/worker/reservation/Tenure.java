package io.github.hibernateidgen.worker.reservation;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ReservedWorkerSource} begins anew after a suspension: the loop, and the calls that it asks for.
 *
 * <p>Guarded by the source's lock, but for {@link #perform} and {@link #failure}, which are called without it.
 */
final class Tenure {

    /** Tells the loop what became of an action, and when that was known. */
    interface Answer {

        /** Of an action that has none. */
        Answer NONE = (loop, now) -> {};

        void tell(ReservationLoop loop, Moment now);
    }

    final ReservationLoop loop;
    final BoundedCalls calls;
    private final ReservationStore store;
    private final String storeName;
    private final String namespace;
    private boolean woken;
    private Moment asked = new Moment(0, 0);
    private @Nullable Duration clockOffset;

    Tenure(ReservationStore store, String storeName, ReservationTerms terms, BoundedCalls calls, ReservationLog log) {
        this.store = store;
        this.storeName = storeName;
        this.namespace = terms.namespace();
        this.calls = calls;
        this.loop = new ReservationLoop(
                terms, storeName, bound -> ThreadLocalRandom.current().nextLong(bound), OwnerTokens::next, log);
    }

    /** Whether the loop was asked for something since it said what to do, so that it is not paused for. */
    boolean woken() {
        return woken;
    }

    void wake() {
        woken = true;
    }

    /** How far our clock is ahead of the store's, which it last told; none if it has not. */
    Optional<Duration> clockOffset() {
        return Optional.ofNullable(clockOffset);
    }

    /** What to do next. Nothing that is thrown ends the renewal; what follows a failure is a pause, which needs no clock. */
    Action next(Answer heard, Moment now) {
        woken = false;
        asked = now;
        try {
            heard.tell(loop, now);
            return loop.next(now);
        } catch (RuntimeException | Error e) {
            failure(e).tell(loop, now);
            return loop.next(now);
        }
    }

    /** Asks the store what the loop wants to know, in nobody's transaction, for a bounded time. */
    Answer perform(Action action) {
        Moment sent = asked; // This thread has written it.
        try {
            if (action instanceof Action.Send send) {
                return perform(send.swap(), sent);
            }
            if (action instanceof Action.Clock) {
                OptionalLong storeMillis = calls.make(() -> store.millis(namespace));
                return (loop, now) -> {
                    compare(sent, storeMillis, now);
                    loop.told(storeMillis, now);
                };
            }
            List<StoredSlot> rows = calls.make(() -> store.read(namespace));
            return (loop, now) -> loop.seen(rows, now);
        } catch (RuntimeException | Error e) {
            return failure(e);
        }
    }

    private Answer perform(Swap swap, Moment sent) {
        AtomicReference<OptionalLong> storeMillis = new AtomicReference<>(OptionalLong.empty());
        boolean applied = calls.make(() -> store.compareAndSet(
                namespace, swap.expected(), swap.update(), millis -> storeMillis.set(OptionalLong.of(millis))));
        OptionalLong told = Objects.requireNonNull(storeMillis.get());
        return (loop, now) -> {
            compare(sent, told, now);
            loop.answered(swap, applied, now);
        };
    }

    private void compare(Moment sent, OptionalLong storeMillis, Moment heard) {
        if (storeMillis.isPresent()) {
            clockOffset = Duration.ofMillis(ClockOffset.certain(sent, storeMillis.getAsLong(), heard));
        }
    }

    Answer failure(Throwable thrown) {
        RuntimeException cause = thrown instanceof RuntimeException exception
                ? exception
                : new ReservationStoreException(
                        "namespace [" + namespace + "] in [" + storeName + "] failed with " + thrown, thrown);
        return (loop, now) -> loop.failed(cause);
    }
}
