package io.github.hibernateidgen.snowflake;

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

    private final SnowflakeLayout layout;
    private final WorkerSource worker;
    private final SnowflakeLimits limits;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final LongUnaryOperator randomBelow;
    private final long aheadTicks;
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong stateAtStepBack = new AtomicLong(NONE);

    private volatile Life life;

    /** The last state issued in a life that is over; NONE if none was. Guarded by this, as the change of lives is. */
    private long issuedBefore = NONE;

    /** The reservation last seen, if any. A race makes it twice, which does no harm: it is immutable. */
    private @Nullable Slot slot;

    SequenceCell(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        if (limits.sequenceSpread() > layout.idsPerTick()) {
            throw new IllegalArgumentException("sequence-spread [" + limits.sequenceSpread()
                    + "] is more than the sequence of layout [" + layout.name() + "] holds; give at most "
                    + layout.idsPerTick());
        }
        if (limits.maxWait().compareTo(layout.tick()) < 0) {
            throw new IllegalArgumentException("max-wait [" + limits.maxWait().toMillis()
                    + " ms] is shorter than a tick of layout [" + layout.name() + "]; give at least "
                    + layout.tickMillis() + " ms, so that a full tick can be waited out");
        }
        this.layout = layout;
        this.worker = worker;
        this.limits = limits;
        this.clock = clock;
        this.sleeper = sleeper;
        this.randomBelow = randomBelow;
        this.aheadTicks = limits.maxAhead().toMillis() / layout.tickMillis();
        this.life = new Life(start());
        worker.attach(this);
    }

    /** A generator before this one may have issued ticks up to maxAhead: start behind them. */
    private long start() {
        return layout.firstState(layout.tick(clock.millis()) + aheadTicks + 1) - 1;
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
        Slot current = slot;
        WorkerReservation reservation = worker.reservation();
        if (current == null || !current.reservation.equals(reservation)) {
            current = new Slot(layout, reservation);
            slot = current;
        }
        long millis = clock.millis();
        long tick = layout.tick(millis);
        return new Bounds(
                open,
                current,
                millis,
                layout.firstState(tick),
                Math.min(layout.firstState(tick + aheadTicks + 1) - 1, current.last));
    }

    /** Takes a block of 1 to {@code wanted} states, which ends at {@link Bounds#endOf}; returns its first, or NONE. */
    long take(Bounds bounds, int wanted) {
        while (true) {
            long previous = bounds.life().get();
            long first = next(previous, bounds.fresh(), bounds.slot().floor, limits.sequenceSpread(), randomBelow);
            if (first > bounds.ceiling()) {
                return NONE;
            }
            if (bounds.life().compareAndSet(previous, bounds.endOf(first, wanted) - 1)) {
                return first;
            }
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
     * Waits until the bounds of a failed {@link #take} have moved, or refuses.
     *
     * @param waited the nanoseconds that the caller has waited so far
     * @return the nanoseconds that it has waited now
     */
    long await(Bounds bounds, long waited) {
        long previous = bounds.life().get();
        if (bounds.life() != life) {
            return waited;
        }
        if (bounds.life().closed()) {
            throw new IllegalStateException("generator of layout [" + layout.name()
                    + "] is closed and its worker number given back; make ids before the shutdown, or start anew");
        }
        long next = Math.max(Math.max(previous + 1, bounds.fresh()), bounds.slot().floor);
        if (next > bounds.slot().last) {
            if (next >= layout.firstState(layout.maxTick() + 1)) {
                throw new LayoutEndedException(layout);
            }
            worker.awaitRenewal(bounds.slot().reservation);
            return waited;
        }
        long nextTick = next >>> layout.sequenceBits();
        countStepBack(previous, nextTick - aheadTicks, bounds);
        long nanos = MILLISECONDS.toNanos(layout.millis(nextTick - aheadTicks) - bounds.millis());
        if (nanos > limits.maxWait().toNanos() - waited) {
            throw new ClockMovedBackException(
                    layout.name(),
                    Instant.ofEpochMilli(bounds.millis()),
                    Instant.ofEpochMilli(layout.millis(nextTick)),
                    limits,
                    Duration.ofNanos(waited));
        }
        waits.incrementAndGet();
        try {
            sleeper.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while waiting for the next tick of layout [" + layout.name() + "]", e);
        }
        return waited + nanos;
    }

    /** A full tick is followed by the next one; a wait for any later tick means that the clock went back. */
    private void countStepBack(long previous, long awaitedTick, Bounds bounds) {
        boolean behind = awaitedTick > layout.tick(bounds.millis()) + 1 && previous >= bounds.slot().floor;
        if (behind && stateAtStepBack.getAndSet(previous) != previous) {
            stepsBack.incrementAndGet();
        }
    }

    SnowflakeStatistics statistics() {
        Life open = life;
        long state = open.get();
        long issuedUpTo =
                state == open.start || open.closed() ? Long.MIN_VALUE : layout.millis(state >>> layout.sequenceBits());
        long now = clock.millis();
        return new SnowflakeStatistics(
                waits.get(), stepsBack.get(), Duration.ofMillis(issuedUpTo > now ? issuedUpTo - now : 0));
    }

    @Override
    public Object scope() {
        return layout;
    }

    @Override
    public long workers() {
        return layout.workers();
    }

    @Override
    public Duration lead() {
        return Duration.ofMillis((aheadTicks + 1) * layout.tickMillis());
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        slot = new Slot(layout, reservation);
    }

    @Override
    public synchronized long close() {
        if (life.closed()) {
            return Long.MAX_VALUE;
        }
        long last = life.close();
        if (last != life.start) {
            issuedBefore = last;
        }
        return issuedBefore == NONE ? Long.MIN_VALUE : layout.millis((issuedBefore >>> layout.sequenceBits()) + 1);
    }

    @Override
    public synchronized void reopen() {
        if (life.closed()) {
            life = new Life(Math.max(issuedBefore, start()));
        }
    }
}
