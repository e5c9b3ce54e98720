package io.github.hibernateidgen.snowflake;

import static io.github.hibernateidgen.snowflake.CheckedClock.nanosBetween;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The mutable cell of one lane of a {@link SnowflakeGenerator}. It holds the last state issued: a number with the tick
 * in its high bits and the sequence in its low bits.
 *
 * <p>Thread-safe and lock-free. {@link LaneCells} closes and reopens the cell under the lock of {@link LaneCells}.
 */
final class SequenceCell {

    /** Returned by {@link #take} if the bounds allow no state. */
    static final long NONE = -1;

    /** The longest single sleep of a waiting caller, so that the caller soon notices a corrected clock. */
    private static final long SLICE_NANOS = MILLISECONDS.toNanos(100);

    private final SnowflakeLayout layout;
    private final int lane;
    private final Ticks ticks;
    private final WorkerSource worker;
    private final SnowflakeLimits limits;
    private final CheckedClock clock;
    private final ClockHistory history;
    private final Sleeper sleeper;
    private final LongUnaryOperator randomBelow;
    private final long aheadTicks;
    private final long spread;
    private volatile Incarnation incarnation;

    /**
     * The last state issued when the cell was closed, or NONE. Guarded by the lock of {@link LaneCells}, like changes
     * of {@link #incarnation}.
     */
    private long issued = NONE;

    /**
     * The states of the last reservation that was read. They are immutable, so in a race two threads may make them,
     * with equal results.
     */
    private @Nullable ReservedStates states;

    /** The last bounds that were made. They are immutable, so in a race two threads may make them. */
    private @Nullable Bounds recent;

    /** Makes the cell of a lane. {@link #begin} must be called before the first state is taken. */
    SequenceCell(
            SnowflakeLayout layout,
            int lane,
            WorkerSource worker,
            SnowflakeLimits limits,
            CheckedClock clock,
            ClockHistory history,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        this.layout = layout;
        this.lane = lane;
        this.ticks = layout.ticks();
        this.worker = worker;
        this.limits = limits;
        this.clock = clock;
        this.history = history;
        this.sleeper = sleeper;
        this.randomBelow = randomBelow;
        this.spread = limits.sequenceSpread();
        this.aheadTicks = limits.maxAhead().toMillis() / ticks.tickMillis();
        this.incarnation = new Incarnation(NONE, 0);
    }

    /**
     * Returns the bounds of this millisecond. Returns the last bounds again if the clock still reads their millisecond,
     * and if the source, called after the clock, still returns their reservation. The incarnation of the last bounds
     * may be closed; {@link #take} then returns NONE.
     *
     * <p>If the last bounds still hold, this method reads no field of the incarnation. The fields share a cache line
     * with the last state, which other threads write. Reading a field before the clock would fetch this cache line once
     * more for each id.
     */
    Bounds bounds() {
        Bounds known = recent;
        if (known != null && known.millis() == clock.millis() && known.states().isOf(worker.reservation())) {
            return known;
        }
        known = newBounds();
        recent = known;
        return known;
    }

    /**
     * Reads the reservation and the clock, and returns the bounds for them. The incarnation is read first. Otherwise a
     * thread that is paused across close() and reopen() could issue a state in the later incarnation under a
     * reservation of the earlier incarnation. If the reservation changed before the clock was read, both are read
     * again. Otherwise a restored copy of a process, whose clock stepped back after the restore, could issue ticks of
     * the old reservation, which the original process also issues.
     */
    private Bounds newBounds() {
        Incarnation open = incarnation;
        WorkerReservation reservation = worker.reservation();
        long millis = clock.millis();
        return changedSince(reservation) ? newBounds() : bounds(open, states(open, reservation), millis, 0);
    }

    /** Returns the same bounds as {@link #newBounds()}, with the clock read to the nanosecond. */
    private Bounds preciseBounds() {
        Incarnation open = incarnation;
        WorkerReservation reservation = worker.reservation();
        Instant now = clock.instant();
        if (changedSince(reservation)) {
            return preciseBounds();
        }
        return bounds(open, states(open, reservation), now.toEpochMilli(), CheckedClock.pastMilli(now));
    }

    @SuppressWarnings("ReferenceEquality") // Nearly always the same object.
    private boolean changedSince(WorkerReservation reservation) {
        WorkerReservation current = worker.reservation();
        return current != reservation && !current.equals(reservation);
    }

    private Bounds bounds(Incarnation open, ReservedStates current, long millis, long nanos) {
        long tick = ticks.tick(millis);
        return new Bounds(
                open,
                current,
                millis,
                nanos,
                ticks.firstState(tick),
                Math.min(ticks.firstState(tick + aheadTicks + 1) - 1, current.last));
    }

    private ReservedStates states(Incarnation open, WorkerReservation reservation) {
        ReservedStates current = states;
        if (current == null || current.start != open.start || !current.isOf(reservation)) {
            current = new ReservedStates(layout, lane, reservation, open.start);
            states = current;
        }
        return current;
    }

    /**
     * Takes a block of 1 to {@code wanted} states, which ends at {@link Bounds#endOf}; returns the first state, or
     * NONE.
     */
    long take(Bounds bounds, int wanted) {
        while (true) {
            long previous = bounds.incarnation().get();
            long first = next(previous, bounds.fresh(), bounds.states().floor, spread, randomBelow);
            if (first > bounds.ceiling()) {
                return NONE;
            }
            if (bounds.incarnation().compareAndSet(previous, bounds.endOf(first, wanted) - 1)) {
                history.noteReached(bounds.millis());
                return first;
            }
        }
    }

    /** Takes a block of 1 to {@code wanted} states, at once or after a wait. */
    Block take(int wanted) {
        Block block = takeNow(bounds(), wanted);
        return block == null ? await(wanted) : block;
    }

    private @Nullable Block takeNow(Bounds bounds, int wanted) {
        long first = take(bounds, wanted);
        return first == NONE ? null : new Block(bounds.states(), first, bounds.endOf(first, wanted));
    }

    /**
     * Returns the state that follows {@code last}. The first state of a new tick has a random sequence below the
     * spread. All other states count up, and continue in the next tick if a tick is full. No state is below the floor
     * of the reservation.
     */
    static long next(long last, long fresh, long floor, long spread, LongUnaryOperator randomBelow) {
        if (fresh > last && fresh >= floor) {
            return spread == 1 ? fresh : fresh + randomBelow.applyAsLong(spread);
        }
        return Math.max(last + 1, floor);
    }

    /**
     * Takes a block after a failed {@link #take}. If the clock has not reached the block yet, the caller takes the
     * block first and then waits for the clock. So callers are served in their order of arrival, and each caller knows
     * at once how long it will wait. Such a block ends with its first tick, so that a long block delays other callers
     * by no more than a tick.
     */
    Block await(int wanted) {
        Caller caller = new Caller(wanted);
        while (true) {
            Block block = caller.attempt();
            if (block != null) {
                return block;
            }
        }
    }

    /** A caller that got no state from {@link #take}. */
    private final class Caller {

        private final int wanted;

        /** The clock when the wait began, in milliseconds. */
        private long began;

        /** How long the caller has slept, in nanoseconds. */
        private long waited;

        Caller(int wanted) {
            this.wanted = wanted;
        }

        /**
         * Makes one attempt to take a block, and waits if that is necessary. Returns null if the caller must try again:
         * another caller was faster, or the clock, the reservation or the cell has changed.
         */
        @Nullable
        Block attempt() {
            Incarnation open = incarnation;
            long previous = open.get();
            long before = history.reached();
            // The clock is read after the two values above. So a clock that does not go back reads at least the time in
            // "before". If another caller takes a state meanwhile, the compare-and-set on "previous" fails.
            Bounds bounds = preciseBounds();
            if (bounds.incarnation() != open) {
                return null;
            }
            requireOpen(open);
            began = waited == 0 ? bounds.millis() : began;
            long first = Math.max(Math.max(previous + 1, bounds.fresh()), bounds.states().floor);
            if (first <= bounds.ceiling()) {
                return takeNow(bounds, wanted);
            }
            boolean back = history.noteStepBack(bounds.millis(), before);
            boolean reserved = first <= bounds.states().last;
            if (!reserved && (back || previous == NONE || due(previous) <= bounds.millis())) {
                awaitRenewal(first, bounds.states());
                return null;
            }
            requireInTime(first, bounds, before);
            if (!reserved) {
                // Other callers have taken all reserved states and wait for them. The reservation will be renewed
                // before the clock reaches the end of the reservation.
                history.noteWait();
                waited += sleep(nanosBetween(bounds.millis(), due(first)));
                return null;
            }
            return takeAhead(previous, first, bounds);
        }

        /**
         * Throws if the clock will not reach a state within max-wait. The exception blames the clock if a clock that
         * had not gone back or stopped would reach the state in time.
         */
        private void requireInTime(long first, Bounds bounds, long before) {
            long due = due(first);
            long left = limits.maxWait().toNanos() - waited;
            if (nanosBetween(bounds.millis(), due) > left) {
                long reservedFrom = Math.max(bounds.states().reservation.floor(), ticks.millis(0));
                long right = Math.max(Math.max(before, expected()), reservedFrom);
                throw tickUnavailable(nanosBetween(right, due) <= left, first, bounds.millis(), waited);
            }
        }

        /**
         * Takes states that the clock has not reached yet, and waits for the clock. A tick that follows a full tick
         * starts its sequence at 0, without the spread, because it will have many ids.
         */
        private @Nullable Block takeAhead(long previous, long first, Bounds bounds) {
            long end = Math.min(first + wanted, ticks.firstState(ticks.tickOf(first) + 1));
            if (!bounds.incarnation().compareAndSet(previous, end - 1)) {
                return null;
            }
            history.noteReached(bounds.millis());
            history.noteWait();
            sleepUntilDue(first, bounds);
            /*
             * This is checked after the clock has reached the states, for two cases. First, a new generator with the
             * same fixed number may have been made after this generator was closed. The new generator starts after its
             * own, later reading of the clock. So if this generator was still open after the clock had reached the
             * states, the new generator starts after these states. Second, this process may be a restored copy that
             * slept past the end of its reservation. Then the original process has issued these states.
             */
            Bounds after = bounds();
            return !bounds.incarnation().closed() && after.states().stillHolds(first, bounds.states(), after.millis())
                    ? new Block(bounds.states(), first, end)
                    : null;
        }

        /**
         * Sleeps until the clock has reached a taken state, or the generator is closed. If the clock does not reach the
         * state in time, the state is never issued.
         */
        private void sleepUntilDue(long state, Bounds taken) {
            long due = due(state);
            long maxWait = limits.maxWait().toNanos();
            long now = taken.millis();
            long past = taken.nanos();
            boolean moves = true;
            while (now < due && !taken.incarnation().closed()) {
                // If the clock does not move, the sleep is not shortened by the part of the millisecond that has
                // passed. The rest could be so short that this loop would not end.
                waited += sleep(Math.min(nanosBetween(now, due) - (moves ? past : 0), maxWait - waited));
                long before = history.reached();
                Instant instant = clock.instant();
                moves = instant.toEpochMilli() != now || CheckedClock.pastMilli(instant) != past;
                now = instant.toEpochMilli();
                past = CheckedClock.pastMilli(instant);
                boolean back = history.noteStepBack(now, before);
                if (now < due && (waited >= maxWait || nanosBetween(now, due) > maxWait)) {
                    history.noteReached(expected());
                    throw tickUnavailable(back || now < expected(), state, now, waited);
                }
            }
        }

        /**
         * Returns the earliest time that a moving clock can read now. Such a clock is assumed to advance by at least
         * half of the time that the caller sleeps.
         */
        private long expected() {
            return began + -Math.floorDiv(-waited, 2 * MILLISECONDS.toNanos(1));
        }
    }

    /** Sleeps for the given time, at most one slice; returns the time slept. */
    private long sleep(long nanos) {
        long slice = Math.min(nanos, SLICE_NANOS);
        try {
            sleeper.sleep(slice);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while waiting for the next tick of layout [" + layout.name() + "]", e);
        }
        return slice;
    }

    private void requireOpen(Incarnation open) {
        if (open.closed()) {
            throw new IllegalStateException("generator of layout [" + layout.name()
                    + "] is closed, and another process may have its worker number now; make ids before the shutdown,"
                    + " or make a new generator");
        }
    }

    private void awaitRenewal(long first, ReservedStates states) {
        if (first >= ticks.firstState(ticks.maxTick() + 1)) {
            throw new LayoutEndedException(layout);
        }
        worker.awaitRenewal(states.reservation);
    }

    private IllegalStateException tickUnavailable(boolean clockAtFault, long state, long millis, long waited) {
        Instant now = Instant.ofEpochMilli(millis);
        Instant nextTick = Instant.ofEpochMilli(ticks.millisOf(state));
        return clockAtFault
                ? new ClockMovedBackException(layout.name(), now, nextTick, limits, Duration.ofNanos(waited))
                : new SequenceExhaustedException(layout, now, nextTick, limits);
    }

    /** Returns the first Unix millisecond at which a state may be issued. */
    private long due(long state) {
        long aheadMillis = aheadTicks * ticks.tickMillis();
        return Math.max(ticks.millisOf(state), Long.MIN_VALUE + aheadMillis) - aheadMillis;
    }

    /** Returns how far the last taken tick is ahead of the clock, in nanoseconds, 0 or more. */
    long ahead(long now) {
        long state = incarnation.get();
        return state == NONE || state == Incarnation.CLOSED ? 0 : Math.max(0, nanosBetween(now, ticks.millisOf(state)));
    }

    /** Returns how long the next state has to wait for the clock, in nanoseconds. */
    long nextWait(long now) {
        long state = incarnation.get();
        ReservedStates known = states;
        return state == Incarnation.CLOSED
                ? 0
                : Math.max(0, nanosBetween(now, due(Math.max(state + 1, known == null ? 0 : known.floor))));
    }

    /** Throws if the worker number of a reservation does not fit. */
    void requireFits(WorkerReservation reservation) {
        states = new ReservedStates(layout, lane, reservation, incarnation.start);
    }

    /**
     * Returns how much of a reservation this open lane can still use; {@link LaneCells#left} returns the minimum over
     * all lanes.
     */
    Duration left(WorkerReservation reservation, long millis) {
        Incarnation open = incarnation;
        ReservedStates held = new ReservedStates(layout, lane, reservation, open.start);
        long fresh = ticks.firstState(ticks.tick(millis));
        long next = Math.max(Math.max(open.get() + 1, fresh), held.floor);
        if (next > held.last) {
            return Duration.ZERO;
        }
        long end = ticks.millis(ticks.tickOf(held.last) + 1);
        return Duration.ofMillis(end - Math.max(millis, ticks.millisOf(next)));
    }

    boolean closed() {
        return incarnation.closed();
    }

    /**
     * Closes the cell and returns the end of its last tick, as {@link LaneCells#close} does for all lanes. The caller
     * holds the lock of {@link LaneCells}.
     */
    long close() {
        if (!incarnation.closed()) {
            issued = incarnation.close();
        }
        return issued == NONE ? Long.MIN_VALUE : ticks.millis(ticks.tickOf(issued) + 1);
    }

    /**
     * Begins another incarnation of a cell that is closed or has issued no state. The caller holds the lock of {@link
     * LaneCells}.
     */
    void begin(long start) {
        incarnation = new Incarnation(issued, start);
    }
}
