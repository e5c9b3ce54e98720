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

    /*
     * The state after close(). States have 62 bits, so the one after it is above every ceiling and take() finds none.
     * A thread that has computed its next state before the close fails to publish it: it expects another last state.
     */
    private static final long CLOSED = Long.MAX_VALUE - 1;

    private final SnowflakeLayout layout;
    private final WorkerSource worker;
    private final SnowflakeLimits limits;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final LongUnaryOperator randomBelow;
    private final long aheadTicks;
    private final long start;
    private final AtomicLong last;
    private final AtomicLong waits = new AtomicLong();
    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong stateAtStepBack = new AtomicLong(NONE);

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
        // A generator before this one may have issued ticks up to maxAhead: start behind them.
        this.start = layout.firstState(layout.tick(clock.millis()) + aheadTicks + 1) - 1;
        this.last = new AtomicLong(start);
        worker.attach(this);
    }

    SnowflakeLayout layout() {
        return layout;
    }

    SnowflakeLimits limits() {
        return limits;
    }

    /** Reads the reservation and the clock, once each. */
    Bounds bounds() {
        Slot current = slot;
        WorkerReservation reservation = worker.reservation();
        if (current == null || !current.reservation.equals(reservation)) {
            current = new Slot(layout, reservation);
            slot = current;
        }
        long millis = clock.millis();
        long tick = layout.tick(millis);
        return new Bounds(
                current,
                millis,
                layout.firstState(tick),
                Math.min(layout.firstState(tick + aheadTicks + 1) - 1, current.last));
    }

    /** Takes a block of 1 to {@code wanted} states, which ends at {@link Bounds#endOf}; returns its first, or NONE. */
    long take(Bounds bounds, int wanted) {
        while (true) {
            long previous = last.get();
            long first = next(previous, bounds.fresh(), bounds.slot().floor, limits.sequenceSpread(), randomBelow);
            if (first > bounds.ceiling()) {
                return NONE;
            }
            if (last.compareAndSet(previous, bounds.endOf(first, wanted) - 1)) {
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
        long previous = last.get();
        if (previous == CLOSED) {
            throw new IllegalStateException("generator of layout [" + layout.name()
                    + "] is closed, and its worker number may be another's by now; make ids before the shutdown, or start"
                    + " anew");
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
        long state = last.get();
        long issuedUpTo =
                state == start || state == CLOSED ? Long.MIN_VALUE : layout.millis(state >>> layout.sequenceBits());
        long now = clock.millis();
        return new SnowflakeStatistics(
                waits.get(), stepsBack.get(), Duration.ofMillis(issuedUpTo > now ? issuedUpTo - now : 0));
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
        return Duration.ofMillis((aheadTicks + 1) * layout.tickMillis());
    }

    @Override
    public void requireFits(WorkerReservation reservation) {
        slot = new Slot(layout, reservation);
    }

    @Override
    public long close() {
        long issued = last.getAndSet(CLOSED);
        if (issued == CLOSED) {
            return Long.MAX_VALUE;
        }
        return issued == start ? Long.MIN_VALUE : layout.millis((issued >>> layout.sequenceBits()) + 1);
    }
}
