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
 * Runs the protocol as a loop without a thread: {@link #next} returns one request to the store at a time, and one of {@link
 * #seen}, {@link #answered} and {@link #failed} takes the answer. It has no clock: each call is given the
 * time, as it was read since the call before. Any time may pass between two calls, and no call need follow.
 *
 * <p>Not thread-safe.
 */
final class ReservationLoop {

    /** Number of failures after which a release is given up: a store that fails at a shutdown rarely comes back. */
    private static final int RELEASE_ATTEMPTS = 3;

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    /** Upper bound on the rows that a claim reads at once, as long as some of them are free. */
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
     * Returns the ticks that may be issued: confirmed by the store, kept by it for as long as it may lose what it confirms, and not
     * past when that was heard. They may be past by now.
     */
    @Nullable
    WorkerReservation reservation() {
        return reservation;
    }

    /** Returns why the store failed, or had no free number, since it last confirmed something; null if it did not. */
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

    /** Returns how often that happened since the store last confirmed something. */
    int failuresInARow() {
        return failuresInARow;
    }

    /** Returns the number after the highest one that fits the share and the layouts of all generators. */
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

    /** Requests the release, when no more ticks are issued. Its pauses start from the shortest, also after an outage. */
    void close(long lastIssuedEnd) {
        issuedEnd = lastIssuedEnd;
        unsuccessful = 0;
        pause = 0;
    }

    /** Gives up on the release. */
    void stop() {
        stopped = true;
    }

    /** Returns whether the release was given up because the store kept failing. */
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
        state = state.at(now.millis());
        OwnSlot own = state.own();
        if (chosen != null && (own != null || issuedEnd == null)) {
            Swap swap = chosen;
            chosen = null;
            return send(swap);
        }
        if (issuedEnd != null) {
            return own == null ? new Action.Stop() : release(own, issuedEnd);
        }
        if (own == null) {
            return read(now);
        }
        if (!fits(own)) {
            return giveBack(own, now);
        }
        return state.shown() || state.isSettled() ? renewal(own, now.millis()) : observe(now);
    }

    /**
     * Reads this process's row. Before a claim it reads a block; after one that was not confirmed it reads the same block
     * again, which has the claim's row.
     */
    private Action read(Moment now) {
        readAt = now.nanos();
        OwnSlot own = state.own();
        if (own != null) {
            return read(Block.of(own.row().worker()));
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
     * Waits and reads until the slot is settled. It is not renewed before: a read that finds the renewal proves nothing
     * about the earlier end.
     */
    private Action observe(Moment now) {
        long left = settle - (now.nanos() - state.confirmedAt());
        return left > 0 ? new Action.Pause(NANOSECONDS.toMillis(left) + 1) : read(now);
    }

    /**
     * Takes what an {@link Action.Read} has read. The store's own clock, if it has told it, was read at some moment since the
     * request.
     */
    void seen(StoredSlots found, Moment now) {
        List<StoredSlot> rows = found.slots();
        ReservationState before = state;
        state = state.seen(rows);
        if (state.own() == null) {
            lost(before.own());
            // A read of this process's row shows no other rows.
            if (before.own() == null && issuedEnd == null && hasRightClock(found.millis(), now.millis())) {
                choose(rows, now.millis());
            }
        } else if (state.own().equals(before.own())) {
            retry(state.own(), before.unanswered(), now.millis());
            settle(state.own(), now.millis());
        } else {
            state = state.at(now.millis());
            shown(state.own());
        }
    }

    private boolean hasRightClock(OptionalLong storeMillis, long millis) {
        long maxSkew = terms.maxSkew().toMillis();
        long now = checked(millis);
        long theirs = storeMillis.orElse(now);
        if (theirs < askedAt - maxSkew || theirs > now + maxSkew) {
            failed(new ClockSkewException(
                    store, Instant.ofEpochMilli(now), Instant.ofEpochMilli(theirs), terms.maxSkew()));
            return false;
        }
        return true;
    }

    /** Takes the outcome of an {@link Action.Send}. */
    void answered(Swap swap, boolean applied, Moment now) {
        if (applied) {
            state = state.applied(swap, now.nanos());
            confirmed(swap.own(), now);
        } else {
            backOff();
        }
    }

    /** Notes that an {@link Action.Read} or {@link Action.Send} had no answer. */
    void failed(RuntimeException cause) {
        urgent = false;
        if (failure == null && issuedEnd == null) {
            log.failing(state.own() == null ? null : reservation, cause);
        }
        failure = cause;
        failures++;
        failuresInARow++;
        if (issuedEnd != null) {
            releaseFailures++;
        }
        backOff();
    }

    private Action release(OwnSlot own, long end) {
        Swap release = own.release(tokens.get(), end);
        if (release.movesNothing()) {
            log.released(own);
            return new Action.Stop();
        }
        return send(release);
    }

    /*
     * Ticks are issued up to the lead ahead of the clock, so the window starts there. If the clock was set back, the end is
     * already further ahead than this window, and must not be reduced. A row that was only shown is written again in any
     * case: the answer confirms it.
     */
    private Action renewal(OwnSlot own, long now) {
        long until = checked(now) + lead + window;
        long gain = until - own.row().reservedUntil();
        if (state.shown() || gain >= window / 3 || (urgent && gain > 0)) {
            return send(own.renewal(tokens.get(), own.row().reservedUntil() + Math.max(0, gain)));
        }
        urgent = false;
        return new Action.Pause(Math.max(1, Math.min(window / 3, window / 3 - gain)));
    }

    /**
     * Returns whether the number fits all layouts, also the layout of a generator that was made while the claim was under way.
     */
    private boolean fits(OwnSlot own) {
        return reservation != null || own.row().worker() < workers;
    }

    private Action giveBack(OwnSlot own, Moment now) {
        Swap release = own.release(tokens.get(), own.floor());
        if (release.movesNothing()) {
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
     * The row was claimed by another process, or renewed by a copy of this one. Both seem the same from here, and the copy
     * issues the ticks of this process, so this process issues none of them any more.
     */
    private void lost(@Nullable OwnSlot before) {
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

    /** An update that was not applied may still be under way, so it is sent again unchanged. */
    private void retry(OwnSlot own, @Nullable Swap unanswered, long now) {
        if (now < own.row().reservedUntil()) {
            chosen = unanswered;
        }
    }

    /**
     * The next compare-and-set confirms the slot that the store has shown; a release takes its place, and needs no answer.
     * Ticks that were past by
     * now may have been issued by a copy of this process, as {@link OwnSlot#at} says.
     */
    private void shown(OwnSlot own) {
        if (issuedEnd == null && fits(own)) {
            reservation = state.reservation();
            failed(new ReservationStoreException(
                    "worker [" + own.row().worker() + "] of namespace [" + terms.namespace() + "] in [" + store
                            + "] is stored as ours until ["
                            + Instant.ofEpochMilli(own.row().reservedUntil())
                            + "], but the store has not acknowledged that write, so a failover could lose it; it is"
                            + " written again. See whether the store waits for a replica",
                    null));
        }
    }

    private void confirmed(OwnSlot own, Moment now) {
        if (issuedEnd != null || !fits(own)) {
            return;
        }
        state = state.at(now.millis()).observed(now.nanos(), settle);
        if (reservation == null) {
            log.claimed(own);
        } else if (failure != null) {
            log.recovered(own);
        }
        works();
    }

    private void settle(OwnSlot own, long now) {
        ReservationState observed = state.at(now).observed(readAt, settle);
        if (issuedEnd == null && !state.isSettled() && observed.isSettled()) {
            state = observed;
            if (failure != null) {
                log.recovered(own);
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

    /** Pauses at random below a bound that doubles, so that processes that collided do not collide again. */
    private void backOff() {
        long bound =
                Math.min(FIRST_PAUSE_MILLIS << Math.min(unsuccessful, 16), Math.min(LONGEST_PAUSE_MILLIS, window / 6));
        unsuccessful++;
        pause = 1 + randomBelow.applyAsLong(bound);
    }
}
