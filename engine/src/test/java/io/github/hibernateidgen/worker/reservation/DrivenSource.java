package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.internal.calls.BoundedCall;
import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ReservedWorkerSource} without a thread, on a clock that it moves itself: callers who wait let the time pass. Its
 * pauses are the longest that the loop may take.
 */
final class DrivenSource implements WorkerSource {

    /** How the store meets a call. */
    enum Store {
        ANSWERS,
        REFUSES,
        /** The call is given up after {@link BoundedCalls#LIMIT}. */
        IS_SILENT
    }

    private final ReservationTerms terms;
    private final SteppingClock clock;
    private final ReservationStore rows = new InMemoryReservationStore();
    private final ReservationLoop loop;
    private final List<TickIssuer> issuers = new ArrayList<>();
    private Store store = Store.ANSWERS;
    private @Nullable WorkerReservation current;
    private boolean calls;
    private boolean started;
    private long next;
    private int tokens;

    DrivenSource(ReservationTerms terms, SteppingClock clock) {
        this.terms = terms;
        this.clock = clock;
        this.loop = new ReservationLoop(
                terms,
                "a store",
                bound -> bound - 1,
                () -> "token-" + ++tokens,
                new RecordingLog().of(terms),
                ReservationLoop.BLOCK_SIZE);
    }

    void store(Store state) {
        store = state;
    }

    /** Lets the thread work until a moment, once it was started. */
    void runUntil(long millis) {
        while (started && next <= millis) {
            step();
        }
        clock.set(millis);
    }

    private void step() {
        clock.set(Math.max(next, clock.millis()));
        if (calls) {
            calls = false;
            loop.failed(new ReservationStoreException("connection lost", null));
        }
        Moment now =
                new Moment(clock.millis(), Duration.ofMillis(clock.millis()).toNanos());
        Action action = loop.next(now);
        next = clock.millis();
        if (action instanceof Action.Pause pause) {
            next += pause.millis();
        } else if (store == Store.REFUSES) {
            loop.failed(new ReservationStoreException("connection refused", null));
        } else if (store == Store.IS_SILENT) {
            calls = true;
            next += (current == null ? BoundedCall.LONGEST : terms.window().dividedBy(6)).toMillis();
        } else if (action instanceof Action.Send send) {
            Swap swap = send.swap();
            loop.answered(swap, rows.compareAndSet(terms.namespace(), swap.expected(), swap.update()), now);
        } else {
            loop.seen(rows.read(terms.namespace(), 0, Long.MAX_VALUE), now);
        }
        current = loop.reservation();
    }

    /** Lets the time pass until a condition holds, as long as a caller waits. */
    private void await(BooleanSupplier condition) {
        long end = clock.millis() + terms.timeout().plus(terms.settle()).toMillis();
        started = true;
        while (!condition.getAsBoolean() && next <= end) {
            step();
        }
        clock.set(condition.getAsBoolean() ? clock.millis() : end);
    }

    @Override
    public WorkerReservation reservation() {
        if (current == null) {
            await(() -> current != null || loop.failuresInARow() >= 3);
        }
        if (current == null) {
            throw new NoWorkerException("none", loop.failure());
        }
        return current;
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        if (loop.failure() == null) {
            loop.hurry();
            next = calls ? next : clock.millis();
            await(() -> !ended.equals(current) || !loop.urgent());
        }
        if (ended.equals(current)) {
            throw new ReservationEndedException(ended, "it is refused", loop.failure());
        }
    }

    @Override
    public void attach(TickIssuer issuer) {
        issuers.add(issuer);
        loop.serve(issuer.workers(), issuer.lead().toMillis());
    }

    ReservationStatus status() {
        Duration remaining = current == null
                ? Duration.ZERO
                : issuers.stream()
                        .map(issuer -> issuer.left(current, clock.millis()))
                        .min(Duration::compareTo)
                        .orElseThrow();
        return new ReservationStatus(
                terms.namespace(),
                "a store",
                terms.range(),
                OptionalLong.empty(),
                Optional.ofNullable(current),
                remaining,
                loop.failures(),
                Optional.ofNullable(loop.failure()),
                Optional.empty(),
                terms.maxSkew(),
                terms.window());
    }
}
