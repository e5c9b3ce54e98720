package io.github.hibernateidgen.snowflake;

import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one mutable cell of a {@link SnowflakeGenerator}: the last state issued, a tick above a sequence.
 *
 * <p>Thread-safe and lock-free.
 */
final class SequenceCell implements TickIssuer {

    /** What {@link #take} answers when the bounds allow no state. */
    static final long NONE = -1;

    /** So much later at most a sleeping caller notices that the clock was set right. */
    private static final long SLICE_NANOS = MILLISECONDS.toNanos(100);

    private final SnowflakeLayout layout;
    private final Ticks ticks;
    private final WorkerSource worker;
    private final SnowflakeLimits limits;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final LongUnaryOperator randomBelow;
    private final long aheadTicks;
    private final long spread;
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();

    /** The highest reading of the clock at which a state was taken: one below it means that the clock went back. */
    private final AtomicLong highest = new AtomicLong(Long.MIN_VALUE);

    private final AtomicLong highestAtStepBack = new AtomicLong(Long.MIN_VALUE);

    /** Where the clock was found to stand. */
    private volatile long stoodAt = Long.MIN_VALUE;

    private volatile Life life;

    /** The last state issued when it was closed; NONE if none was. Guarded by this, as the change of lives is. */
    private long issued = NONE;

    /** The reservation last seen, if any. A race makes it twice, which does no harm: it is immutable. */
    private @Nullable ReservedStates states;

    /** Those of the clock's millisecond, if any: made once for all ids of it. Immutable, so a race does no harm. */
    private @Nullable Bounds recent;

    SequenceCell(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        limits.requireFits(layout);
        this.layout = layout;
        this.ticks = layout.ticks();
        this.worker = worker;
        this.limits = limits;
        this.clock = clock;
        this.sleeper = sleeper;
        this.randomBelow = randomBelow;
        this.spread = limits.sequenceSpread();
        this.aheadTicks = limits.maxAhead().toMillis() / ticks.tickMillis();
        this.life = new Life(NONE, start());
        worker.attach(this);
    }

    /**
     * A generator before this one may have issued ticks up to maxAhead. The floor of a reservation is behind them; without
     * one, start there.
     */
    private long start() {
        return ticks.firstState(ticks.tick(millis()) + aheadTicks + 1);
    }

    SnowflakeLayout layout() {
        return layout;
    }

    SnowflakeLimits limits() {
        return limits;
    }

    /**
     * Reads the reservation and the clock, once each. The life comes first: a thread that is stopped on the way across
     * close() and reopen() must not issue what it read before in the life after.
     */
    Bounds bounds() {
        Life open = life;
        ReservedStates current = states(open);
        long millis = millis();
        Bounds known = recent;
        if (known != null && known.millis() == millis && known.life() == open && known.states() == current) {
            return known;
        }
        known = bounds(open, current, millis, 0);
        recent = known;
        return known;
    }

    /** The same, with the clock to the nanosecond. */
    private Bounds preciseBounds() {
        Life open = life;
        ReservedStates current = states(open);
        Instant now = instant();
        return bounds(open, current, now.toEpochMilli(), pastMilli(now));
    }

    private Bounds bounds(Life open, ReservedStates current, long millis, long nanos) {
        long tick = ticks.tick(millis);
        return new Bounds(
                open,
                current,
                millis,
                nanos,
                ticks.firstState(tick),
                Math.min(ticks.firstState(tick + aheadTicks + 1) - 1, current.last));
    }

    private ReservedStates states(Life open) {
        ReservedStates current = states;
        WorkerReservation reservation = worker.reservation();
        if (current == null || current.start != open.start || !current.isOf(reservation)) {
            current = new ReservedStates(layout, reservation, open.start);
            states = current;
        }
        return current;
    }

    /** Takes a block of 1 to {@code wanted} states, which ends at {@link Bounds#endOf}; returns its first, or NONE. */
    long take(Bounds bounds, int wanted) {
        while (true) {
            long previous = bounds.life().get();
            long first = next(previous, bounds.fresh(), bounds.states().floor, spread, randomBelow);
            if (first > bounds.ceiling()) {
                return NONE;
            }
            if (bounds.life().compareAndSet(previous, bounds.endOf(first, wanted) - 1)) {
                saw(bounds.millis());
                return first;
            }
        }
    }

    private void saw(long millis) {
        if (millis > highest.get()) {
            highest.accumulateAndGet(millis, Math::max);
        }
    }

    /**
     * The transition. A tick that nobody has issued yet starts below the spread; otherwise the state counts up, from
     * one tick into the next; and no state is below the floor of the reservation.
     */
    static long next(long last, long fresh, long floor, long spread, LongUnaryOperator randomBelow) {
        if (fresh > last && fresh >= floor) {
            return spread == 1 ? fresh : fresh + randomBelow.applyAsLong(spread);
        }
        return Math.max(last + 1, floor);
    }

    /**
     * Takes a block after a failed {@link #take}. One that the clock has yet to reach is taken at once and then waited
     * for: so callers are served in the order in which they came, and each knows from the start how long it waits. It
     * ends with its first tick, so that a long one holds up the others no longer than that.
     */
    Block await(int wanted) {
        Caller caller = new Caller(wanted);
        while (true) {
            Block block = caller.turn();
            if (block != null) {
                return block;
            }
        }
    }

    /** One that found its tick full: what it wants, and how long it has waited. */
    private final class Caller {

        private final int wanted;

        /** What the clock read when the wait began, in milliseconds. */
        private long began;

        /** Nanoseconds. */
        private long waited;

        Caller(int wanted) {
            this.wanted = wanted;
        }

        /** Waits once and takes a block; null if it is another's by then. */
        @Nullable
        Block turn() {
            Life open = life;
            long previous = open.get();
            long seen = highest.get();
            // The clock is read after these two. So, on a clock that does not go back, it reads no less than was seen
            // however long this thread is held up, and what others take meanwhile makes the compare-and-set fail.
            Bounds bounds = preciseBounds();
            if (bounds.life() != open) {
                return null;
            }
            requireOpen(open);
            began = waited == 0 ? bounds.millis() : began;
            long first = Math.max(Math.max(previous + 1, bounds.fresh()), bounds.states().floor);
            if (first <= bounds.ceiling()) {
                return takeNow(bounds);
            }
            boolean back = noteStepBack(bounds.millis(), seen);
            boolean reserved = first <= bounds.states().last;
            if (!reserved && (back || isDue(previous, bounds.millis()))) {
                awaitRenewal(first, bounds.states());
                return null;
            }
            requireInTime(first, bounds, seen);
            if (!reserved) {
                // Others wait for all that is reserved. It will have been renewed before the clock gets there.
                waits.incrementAndGet();
                waited += sleep(nanosBetween(bounds.millis(), due(first)));
                return null;
            }
            return takeAhead(previous, first, bounds);
        }

        private @Nullable Block takeNow(Bounds bounds) {
            long state = take(bounds, wanted);
            return state == NONE ? null : new Block(bounds.states(), state, bounds.endOf(state, wanted));
        }

        /** Refuses the caller if the clock will not have reached a state within max-wait. */
        private void requireInTime(long first, Bounds bounds, long seen) {
            long due = due(first);
            long left = limits.maxWait().toNanos() - waited;
            if (nanosBetween(bounds.millis(), due) > left) {
                long shown = Math.max(Math.max(seen, bounds.states().reservation.floor()), ticks.millis(0));
                boolean inTimeOnTheRightClock = nanosBetween(shown, due) <= left;
                boolean atFault = inTimeOnTheRightClock || stands(began, bounds.millis(), waited);
                throw refusal(atFault, first, bounds.millis(), waited);
            }
        }

        /**
         * Takes states that the clock has yet to reach, and waits for it. A tick that follows a full one is not spread: its
         * ids are many.
         */
        private @Nullable Block takeAhead(long previous, long first, Bounds bounds) {
            long end = Math.min(first + wanted, ticks.firstState(ticks.tickOf(first) + 1));
            if (!bounds.life().compareAndSet(previous, end - 1)) {
                return null;
            }
            saw(bounds.millis());
            waits.incrementAndGet();
            sleepUntilDue(first, bounds);
            /*
             * Asked after the clock was read: a generator of the same fixed number that is made after this one was
             * closed starts behind its own, later reading, and so behind the tick that this one has reached. And what
             * a copy of this process has slept through, to the end of the reservation, the original has issued.
             */
            Bounds after = bounds();
            return !bounds.life().closed() && after.states().stillHolds(first, bounds.states(), after.millis())
                    ? new Block(bounds.states(), first, end)
                    : null;
        }

        /**
         * Sleeps until the clock has reached a state that was taken, or the generator is closed. A state that the clock
         * does not reach in time is never issued.
         */
        private void sleepUntilDue(long state, Bounds taken) {
            long due = due(state);
            long maxWait = limits.maxWait().toNanos();
            long nanos = taken.nanos();
            long past = nanos;
            for (long now = taken.millis(); now < due && !taken.life().closed(); ) {
                waited += sleep(Math.min(nanosBetween(now, due) - past, maxWait - waited));
                long seen = highest.get();
                Instant instant = instant();
                long millis = instant.toEpochMilli();
                // The rest before a clock that stands may be so short that the caller would sleep for ever.
                past = millis == now && pastMilli(instant) == nanos ? 0 : pastMilli(instant);
                nanos = pastMilli(instant);
                now = millis;
                boolean back = noteStepBack(now, seen);
                if (now < due && (waited >= maxWait || nanosBetween(now, due) > maxWait)) {
                    throw refusal(back || stands(began, now, waited), state, now, waited);
                }
            }
        }
    }

    /** Sleeps for so long or a slice, whichever is shorter, and returns how long that was. */
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

    private void requireOpen(Life open) {
        if (open.closed()) {
            throw new IllegalStateException("generator of layout [" + layout.name()
                    + "] is closed, and its worker number may be another's by now; make ids before the shutdown, or start"
                    + " anew");
        }
    }

    private void awaitRenewal(long first, ReservedStates states) {
        if (first >= ticks.firstState(ticks.maxTick() + 1)) {
            throw new LayoutEndedException(layout);
        }
        worker.awaitRenewal(states.reservation);
    }

    private IllegalStateException refusal(boolean clockAtFault, long state, long millis, long waited) {
        Instant now = Instant.ofEpochMilli(millis);
        Instant nextTick = Instant.ofEpochMilli(ticks.millisOf(state));
        return clockAtFault
                ? new ClockMovedBackException(layout.name(), now, nextTick, limits, Duration.ofNanos(waited))
                : new SequenceExhaustedException(layout, now, nextTick, limits);
    }

    /** Whether the clock reads less than was seen before it was read. Counts once until it has passed that again. */
    private boolean noteStepBack(long millis, long seen) {
        if (millis < seen && highestAtStepBack.getAndSet(seen) != seen) {
            stepsBack.incrementAndGet();
        }
        return millis < seen;
    }

    /** Whether the clock has hardly moved while a caller slept, or not since another caller found that. */
    private boolean stands(long began, long millis, long waited) {
        if (nanosBetween(began, millis) < waited / 2) {
            stoodAt = millis;
        }
        return millis == stoodAt;
    }

    /** The millisecond from which on a state may be issued. */
    private long due(long state) {
        long aheadMillis = aheadTicks * ticks.tickMillis();
        return Math.max(ticks.millisOf(state), Long.MIN_VALUE + aheadMillis) - aheadMillis;
    }

    private boolean isDue(long state, long millis) {
        return state == NONE || due(state) <= millis;
    }

    /** Saturates where the nanoseconds, or the milliseconds, are more than a number holds. */
    private static long nanosBetween(long from, long to) {
        long millis = to - from;
        if ((to >= from) != (millis >= 0)) {
            return to >= from ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return MILLISECONDS.toNanos(millis);
    }

    private long millis() {
        try {
            return clock.millis();
        } catch (ArithmeticException e) {
            throw tooFar(e);
        }
    }

    /** The clock to the nanosecond, if it is so precise. Its milliseconds fit 64 bits. */
    private Instant instant() {
        Instant now = clock.instant();
        try {
            var unused = now.toEpochMilli();
            return now;
        } catch (ArithmeticException e) {
            throw tooFar(e);
        }
    }

    /** The nanoseconds of the millisecond that have passed. */
    private static long pastMilli(Instant instant) {
        return instant.getLong(NANO_OF_SECOND) % MILLISECONDS.toNanos(1);
    }

    private IllegalStateException tooFar(ArithmeticException e) {
        return new IllegalStateException(
                "the clock reads [" + clock.instant() + "], which 64 bits of milliseconds can't hold; set it right", e);
    }

    SnowflakeStatistics statistics() {
        Life open = life;
        long state = open.get();
        long issuedUpTo = state == NONE || open.closed() ? Long.MIN_VALUE : ticks.millisOf(state);
        long now = millis();
        return new SnowflakeStatistics(
                waits.get(), stepsBack.get(), Duration.ofNanos(Math.max(0, nanosBetween(now, issuedUpTo))));
    }

    @Override
    public Object scope() {
        return layout.scope();
    }

    @Override
    public long workers() {
        return layout.workers();
    }

    @Override
    public Duration lead() {
        return Duration.ofMillis((aheadTicks + 1) * ticks.tickMillis());
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        states = new ReservedStates(layout, reservation, life.start);
    }

    @Override
    public synchronized long close() {
        if (life.closed()) {
            return Long.MAX_VALUE;
        }
        issued = life.close();
        return issued == NONE ? Long.MIN_VALUE : ticks.millis(ticks.tickOf(issued) + 1);
    }

    @Override
    public void reopen() {
        long start = start(); // The clock is not ours, so it is read before the monitor is taken.
        synchronized (this) {
            if (life.closed()) {
                life = new Life(issued, start);
            }
        }
    }
}
