package io.github.hibernateidgen.worker.reservation;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocol as a loop without a thread: {@link #next()} says what to ask of the store, one thing at a time, and one
 * of {@link #seen}, {@link #answered} and {@link #failed} takes the answer. Whoever drives it may take any time between
 * two calls, or stop for ever.
 *
 * <p>Not thread-safe.
 */
final class ReservationLoop {

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final ReservationTerms terms;
    private final String store;
    private final InstantSource clock;
    private final LongUnaryOperator randomBelow;
    private final Supplier<String> owners;
    private final ReservationLog log;
    private final long window;

    private ReservationState state = ReservationState.START;
    private @Nullable Swap chosen;
    private @Nullable WorkerReservation reservation;
    private @Nullable RuntimeException failure;
    private @Nullable Long issuedEnd;
    private long workers = Long.MAX_VALUE;
    private long lead;
    private long pause;
    private int unsuccessful;
    private long failures;
    private int failuresInARow;
    private boolean urgent;
    private boolean stopped;

    ReservationLoop(
            ReservationTerms terms,
            String store,
            InstantSource clock,
            LongUnaryOperator randomBelow,
            Supplier<String> owners,
            ReservationLog log) {
        this.terms = terms;
        this.store = store;
        this.clock = clock;
        this.randomBelow = randomBelow;
        this.owners = owners;
        this.log = log;
        this.window = terms.window().toMillis();
    }

    /** The ticks that may be issued, as last confirmed by the store; they may lie in the past. */
    @Nullable
    WorkerReservation reservation() {
        return reservation;
    }

    /** Why the store could not be used, or had nothing for us, since it last confirmed something. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** How often the store could not be used, or had nothing for us. */
    long failures() {
        return failures;
    }

    /** How often since the store last confirmed something. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Whether a renewal was asked for out of turn and has not been tried yet. */
    boolean urgent() {
        return urgent;
    }

    void serve(TickIssuer issuer) {
        workers = Math.min(workers, issuer.workers());
        lead = Math.max(lead, issuer.lead().toMillis());
    }

    /** Asks for a renewal now. */
    void hurry() {
        urgent = true;
        pause = 0;
    }

    /** Asks for the release, once no tick is issued any more. */
    void close(long lastIssuedEnd) {
        issuedEnd = lastIssuedEnd;
        pause = 0;
    }

    /** Gives up on the release. */
    void stop() {
        stopped = true;
    }

    Action next() {
        if (stopped) {
            return new Action.Stop();
        }
        if (pause > 0) {
            long millis = pause;
            pause = 0;
            return new Action.Pause(millis);
        }
        if (state.unanswered() != null) {
            return new Action.Read();
        }
        Hold held = state.held();
        if (issuedEnd != null) {
            return held == null ? new Action.Stop() : release(held.release(issuedEnd));
        }
        if (held != null) {
            return renewal(held);
        }
        if (chosen != null) {
            Swap claim = chosen;
            chosen = null;
            return send(claim);
        }
        return new Action.Read();
    }

    /** The rows that an {@link Action.Read} asked for. */
    void seen(List<StoredSlot> rows) {
        Hold before = state.held();
        state = state.seen(rows);
        Hold held = state.held();
        if (held != null) {
            confirmed(before, held);
        } else if (issuedEnd == null) {
            if (before != null) {
                log.lost(before);
            }
            choose(rows);
        }
    }

    /** What became of an {@link Action.Send}. */
    void answered(Swap swap, boolean applied) {
        if (applied) {
            Hold before = state.held();
            state = state.applied(swap);
            confirmed(before, swap.hold());
        } else {
            backOff();
        }
    }

    /** An {@link Action.Read} or {@link Action.Send} had no answer. */
    void failed(RuntimeException cause) {
        urgent = false;
        if (failure == null && issuedEnd == null) {
            log.failing(state.held() == null ? null : reservation, cause);
        }
        failure = cause;
        failures++;
        failuresInARow++;
        backOff();
    }

    private Action release(Swap release) {
        if (release.changesNothing()) {
            log.released(release.hold());
            return new Action.Stop();
        }
        return send(release);
    }

    /*
     * Ticks are issued up to the lead ahead of the clock, so the window starts there. Where the clock has been set back
     * the end already lies further ahead than we would put it, and must not be taken back.
     */
    private Action renewal(Hold held) {
        long until = clock.millis() + lead + window;
        long gain = until - held.row().reservedUntil();
        if (gain >= window / 3 || (urgent && gain > 0)) {
            return send(held.renewal(until));
        }
        urgent = false;
        return new Action.Pause(Math.max(1, Math.min(window / 3, window / 3 - gain)));
    }

    private Action send(Swap swap) {
        state = state.sent(swap);
        return new Action.Send(swap);
    }

    private void choose(List<StoredSlot> rows) {
        long now = clock.millis();
        Candidates candidates = new Candidates(rows, workers, now);
        if (candidates.isEmpty()) {
            Instant nextFree = Instant.ofEpochMilli(candidates.nextFree().orElse(now));
            failed(new WorkersTakenException(terms.namespace(), workers, nextFree, store));
        } else {
            chosen = candidates.draw(owners.get(), now + lead + window, randomBelow);
        }
    }

    private void confirmed(@Nullable Hold before, Hold held) {
        if (issuedEnd != null) {
            return;
        }
        if (before == null) {
            log.claimed(held);
        } else if (before.row().reservedUntil() >= held.row().reservedUntil()) {
            reservation = held.reservation();
            return;
        } else if (failure != null) {
            log.recovered(held);
        }
        reservation = held.reservation();
        failure = null;
        failuresInARow = 0;
        unsuccessful = 0;
        urgent = false;
    }

    /** Pauses at random below a bound that doubles, so that those who met do not meet again. */
    private void backOff() {
        long bound =
                Math.min(FIRST_PAUSE_MILLIS << Math.min(unsuccessful, 16), Math.min(LONGEST_PAUSE_MILLIS, window / 6));
        unsuccessful++;
        pause = 1 + randomBelow.applyAsLong(bound);
    }
}
