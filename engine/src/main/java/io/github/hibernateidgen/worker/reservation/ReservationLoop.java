package io.github.hibernateidgen.worker.reservation;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.hibernateidgen.worker.WorkerReservation;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the protocol as a loop without a thread. {@link #next} returns the next action: a request to the store, a pause,
 * or the end. {@link #seen}, {@link #answered} or {@link #failed} takes the result of a request. The loop has no clock:
 * each call passes the time, which must have been read after the previous call. Any time may pass between two calls,
 * and the caller may stop at any call.
 *
 * <p>Not thread-safe.
 */
final class ReservationLoop {

    /**
     * Number of failures after which a release is given up: a store that fails during a shutdown rarely comes back in
     * time.
     */
    private static final int RELEASE_ATTEMPTS = 3;

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    /** Number of worker numbers that a claim reads at once. Only the last {@link Block} has all numbers. */
    static final int BLOCK_SIZE = 64;

    /** The last millisecond of the year 9999. */
    private static final long LATEST = 253_402_300_799_999L;

    private final ReservationTerms terms;
    private final String store;
    private final LongUnaryOperator randomBelow;
    private final Supplier<String> tokens;
    private final ReservationLog log;
    private final long window;
    private final long settle;
    private final int blockSize;

    private ReservationState state = ReservationState.START;
    private @Nullable Swap chosen;
    private long askedAt;
    private long readAt;
    private @Nullable Block block;
    private @Nullable WorkerReservation reservation;
    private @Nullable RuntimeException failure;
    private @Nullable Long issuedEnd;
    private long workers;
    private long lead;
    private long pause;
    private int unsuccessful;
    private long failures;
    private int failuresInARow;
    private int releaseFailures;
    private boolean urgent;
    private boolean stopped;

    ReservationLoop(
            ReservationTerms terms,
            String store,
            LongUnaryOperator randomBelow,
            Supplier<String> tokens,
            ReservationLog log,
            int blockSize) {
        this.terms = terms;
        this.store = store;
        this.randomBelow = randomBelow;
        this.tokens = tokens;
        this.log = log;
        this.window = terms.window().toMillis();
        this.settle = terms.settle().toNanos();
        this.blockSize = blockSize;
        this.workers = terms.range().end();
    }

    /**
     * Returns the ticks that may be issued; null if no tick may be issued. The store has confirmed these ticks, and still
     * had them after the time in which it may lose confirmed writes. The ticks were not past when the confirmation was
     * received, but may be past now.
     */
    @Nullable
    WorkerReservation reservation() {
        return reservation;
    }

    /**
     * Returns the last failure of the store, or the last lack of a free number, after the store's last confirmation;
     * null without a failure.
     */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Returns whether the last failure is permanent, so that a start need not wait. */
    boolean failsPermanently() {
        return failure instanceof ClockSkewException
                || (failure instanceof ReservationStoreException store && store.isPermanent());
    }

    /** Returns how often the store failed, or had no free number. */
    long failures() {
        return failures;
    }

    /** Returns how often the store failed, or had no free number, after its last confirmation. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Returns the end, exclusive, of the numbers that fit the range and the layouts of all generators. */
    long workers() {
        return workers;
    }

    /** Returns how far ahead of the clock the generators may be. */
    long lead() {
        return lead;
    }

    /** Returns whether an early renewal was requested and has not been tried yet. */
    boolean urgent() {
        return urgent;
    }

    /** Adds a generator, given how many worker numbers fit its layout and how far ahead of the clock it may be. */
    void serve(long fitting, long leadMillis) {
        workers = Math.min(workers, fitting);
        lead = Math.max(lead, leadMillis);
    }

    /** Requests a renewal now. */
    void hurry() {
        urgent = true;
        pause = 0;
    }

    /**
     * Requests the release. No tick may be issued after this call. The pauses between attempts start with the shortest
     * pause, even after an outage.
     */
    void close(long lastIssuedEnd) {
        issuedEnd = lastIssuedEnd;
        unsuccessful = 0;
        pause = 0;
    }

    /** Gives up on the release. */
    void stop() {
        stopped = true;
    }

    /** Returns whether the release was given up because the store failed repeatedly. */
    boolean gaveUp() {
        return releaseFailures >= RELEASE_ATTEMPTS;
    }

    Action next(Moment now) {
        if (stopped || gaveUp()) {
            return new Action.Stop();
        }
        if (pause > 0) {
            long millis = pause;
            pause = 0;
            return new Action.Pause(millis);
        }
        if (state.unanswered() != null) {
            return read(now);
        }
        // guard: aged
        state = state.at(now.millis());
        HeldSlot held = state.held();
        if (issuedEnd == null && chosen != null) {
            Swap claim = chosen;
            chosen = null;
            return send(claim);
        }
        if (issuedEnd != null) {
            return held == null ? new Action.Stop() : release(held, issuedEnd);
        }
        if (held == null) {
            return read(now);
        }
        if (!fits(held)) {
            return giveBack(held, now);
        }
        return state.shown() || state.isSettled() ? renewal(held, now.millis()) : observe(now);
    }

    /**
     * Reads this process's row. Before a claim, reads a block; after a claim that was not confirmed, reads the same
     * block again, because the block contains the claim's row.
     */
    private Action read(Moment now) {
        // guard: lookSent
        readAt = now.nanos();
        HeldSlot held = state.held();
        if (held != null) {
            return read(Block.of(held.row().worker()));
        }
        if (block == null) {
            block = Block.first(blockSize, terms.range().first(), workers);
        }
        askedAt = checked(now.millis());
        return read(block);
    }

    private static Action read(Block numbers) {
        return new Action.Read(numbers.from(), numbers.to());
    }

    /**
     * Waits and reads until the slot is settled. The slot is not renewed before that, because a read that finds the
     * renewal does not prove that the store has kept the earlier end.
     */
    private Action observe(Moment now) {
        long left = settle - (now.nanos() - state.confirmedAt());
        return left > 0 ? new Action.Pause(NANOSECONDS.toMillis(left) + 1) : read(now);
    }

    /**
     * Takes the result of an {@link Action.Read}. If the result contains the store's clock, the store has read its
     * clock at some moment after the request.
     */
    void seen(StoredSlots found, Moment now) {
        List<StoredSlot> rows = found.slots();
        // guard: aged
        ReservationState before = state.at(now.millis());
        state = before.seen(rows);
        if (state.held() == null) {
            // guard: lost
            lost(before.held());
            // A read of only this process's former row shows no other rows to choose from.
            if (before.held() == null && issuedEnd == null && hasRightClock(found.millis(), now.millis())) {
                choose(rows, now.millis());
            }
        } else if (state.held().equals(before.held())) {
            settle(state.held());
        } else {
            // guard: aged
            state = state.at(now.millis());
            shown(state.held());
        }
    }

    private boolean hasRightClock(OptionalLong storeMillis, long millis) {
        long maxSkew = terms.maxSkew().toMillis();
        long now = checked(millis);
        long storeNow = storeMillis.orElse(now);
        if (storeNow < askedAt - maxSkew || storeNow > now + maxSkew) {
            failed(new ClockSkewException(
                    store, Instant.ofEpochMilli(now), Instant.ofEpochMilli(storeNow), terms.maxSkew()));
            return false;
        }
        return true;
    }

    /**
     * Takes the outcome of an {@link Action.Send}. An outcome that arrives after the state has moved on says nothing about
     * the present row, and is ignored.
     */
    void answered(Swap swap, boolean applied, Moment now) {
        // guard: unanswered
        if (!swap.equals(state.unanswered())) {
            return;
        }
        if (applied) {
            state = state.applied(swap, now.nanos());
            confirmed(swap.held(), now);
        } else {
            backOff();
        }
    }

    /** Records that an {@link Action.Read} or {@link Action.Send} has waited for long without being sent, and still waits. */
    void waits(RuntimeException cause) {
        urgent = false;
        if (failure == null && issuedEnd == null) {
            log.failing(state.held() == null ? null : reservation, cause);
        }
        failure = cause;
    }

    /** Records that an {@link Action.Read} or {@link Action.Send} had no answer. */
    void failed(RuntimeException cause) {
        waits(cause);
        failures++;
        failuresInARow++;
        if (issuedEnd != null) {
            releaseFailures++;
        }
        backOff();
    }

    private Action release(HeldSlot held, long end) {
        Swap release = held.release(tokens.get(), end);
        if (release.keepsEnd()) {
            log.released(held);
            return new Action.Stop();
        }
        return send(release);
    }

    /*
     * Ticks are issued up to the lead ahead of the clock, so the window starts there. If the clock was set back, the
     * end is already further ahead than this window, and must not be reduced. After a renewal without an answer another
     * one is due, with a token of its own, however little it gains.
     */
    private Action renewal(HeldSlot held, long now) {
        long until = checked(now) + lead + window;
        long gain = until - held.row().reservedUntil();
        if (state.needsAnswer() || gain >= window / 3 || (urgent && gain > 0)) {
            // guard: gain, newToken
            return send(held.renewal(tokens.get(), held.row().reservedUntil() + Math.max(0, gain)));
        }
        urgent = false;
        return new Action.Pause(Math.max(1, Math.min(window / 3, window / 3 - gain)));
    }

    /**
     * Returns whether the number fits all layouts, including the layout of a generator that was made during the claim.
     */
    private boolean fits(HeldSlot held) {
        return reservation != null || held.row().worker() < workers;
    }

    private Action giveBack(HeldSlot held, Moment now) {
        Swap release = held.release(tokens.get(), held.floor());
        if (release.keepsEnd()) {
            state = ReservationState.START;
            block = null;
            return next(now);
        }
        return send(release);
    }

    private static long checked(long millis) {
        if (millis < 0 || millis > LATEST) {
            throw new ClockSkewException(millis);
        }
        return millis;
    }

    private Action send(Swap swap) {
        state = state.sent(swap);
        return new Action.Send(swap);
    }

    /*
     * The row was claimed by another process, or renewed by a copy of this process. This process cannot distinguish the
     * two cases. A copy issues the same ticks as this process, so this process stops issuing them.
     */
    private void lost(@Nullable HeldSlot before) {
        // guard: lost
        reservation = null;
        if (before != null && issuedEnd == null) {
            log.lost(before);
        }
    }

    private void choose(List<StoredSlot> rows, long now) {
        Block read = requireNonNull(block).within(workers);
        Candidates candidates = new Candidates(rows, read, now);
        if (!candidates.isEmpty()) {
            chosen = candidates.draw(tokens.get(), now + lead + window, randomBelow);
        } else if (!read.hasAll(terms.range().first(), workers)) {
            block = read.next(blockSize, terms.range().first(), workers, randomBelow);
        } else {
            block = null;
            Instant nextFree = Instant.ofEpochMilli(candidates.nextFree().orElse(now));
            failed(new WorkersTakenException(terms, workers, nextFree, store));
        }
    }

    /**
     * Handles a row that the store has shown without confirming it. The next compare-and-set confirms the row. If a
     * release is requested, the release is sent instead, and needs no confirmation. A copy of this process may have
     * issued the ticks that are past, as {@link HeldSlot#at} explains.
     */
    private void shown(HeldSlot held) {
        if (issuedEnd == null && fits(held)) {
            reservation = state.reservation();
            failed(new ReservationStoreException(
                    "worker [" + held.row().worker() + "] of namespace [" + terms.namespace() + "] in [" + store
                            + "] is stored as reserved for this process until ["
                            + Instant.ofEpochMilli(held.row().reservedUntil())
                            + "], but the store has not acknowledged that write, so a failover could lose it; the"
                            + " write is repeated. Check whether the store answers, and its synchronous replicas if it has any",
                    null));
        }
    }

    private void confirmed(HeldSlot held, Moment now) {
        if (issuedEnd != null || !fits(held)) {
            return;
        }
        // guard: aged
        state = state.at(now.millis()).observed(now.nanos(), settle);
        if (reservation == null) {
            log.claimed(held);
        } else if (failure != null) {
            log.recovered(held);
        }
        works();
    }

    private void settle(HeldSlot held) {
        // guard: lookSent
        ReservationState observed = state.observed(readAt, settle);
        if (issuedEnd == null && fits(held) && !state.isSettled() && observed.isSettled()) {
            state = observed;
            if (failure != null) {
                log.recovered(held);
            }
            works();
        }
    }

    private void works() {
        reservation = state.reservation();
        failure = null;
        failuresInARow = 0;
        unsuccessful = 0;
        urgent &= !state.isSettled();
        block = null;
    }

    /**
     * Sets a random pause, so that processes that collided rarely collide again. The upper bound of the pause doubles with each
     * attempt, up to a sixth of the window and to 10 s.
     */
    private void backOff() {
        long bound =
                Math.min(FIRST_PAUSE_MILLIS << Math.min(unsuccessful, 16), Math.min(LONGEST_PAUSE_MILLIS, window / 6));
        unsuccessful++;
        pause = 1 + randomBelow.applyAsLong(bound);
    }
}
