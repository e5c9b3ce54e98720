package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * The cells of a {@link SnowflakeGenerator}, one for each lane of its layout. All cells form one issuer for the source
 * of the worker number. Ids of different lanes differ because an id contains the lane's bits as well as the worker's
 * bits.
 *
 * <p>Thread-safe. Making ids takes no lock.
 */
final class LaneCells implements TickIssuer {

    private final SnowflakeLayout layout;
    private final Object maker;
    private final Ticks ticks;
    private final SnowflakeLimits limits;
    private final CheckedClock clock;
    private final ClockHistory history = new ClockHistory();
    private final long aheadTicks;
    private final SequenceCell[] cells;

    // Guarded by the monitor of this object, which also guards closing and reopening the cells.
    private boolean suspended;
    private boolean ended;
    private int closes;

    LaneCells(
            SnowflakeLayout layout,
            WorkerSource worker,
            SnowflakeLimits limits,
            InstantSource clock,
            Object maker,
            Sleeper sleeper,
            LongUnaryOperator randomBelow) {
        limits.requireFits(layout);
        this.layout = layout;
        this.maker = maker;
        this.ticks = layout.ticks();
        this.limits = limits;
        this.clock = new CheckedClock(clock);
        this.aheadTicks = limits.maxAhead().toMillis() / ticks.tickMillis();
        this.cells = new SequenceCell[layout.lanes()];
        for (int lane = 0; lane < cells.length; lane++) {
            cells[lane] = new SequenceCell(layout, lane, worker, limits, this.clock, history, sleeper, randomBelow);
        }
        worker.attach(this);
        startAfterAttach();
    }

    /**
     * Begins the cells. The clock is read only after the source has accepted these cells, because an earlier generator
     * with the same fixed number may issue ids until then. If the source closed the cells since the clock was read, only
     * {@link #reopen()} begins the cells, with a later reading.
     */
    private void startAfterAttach() {
        try {
            int known = closes();
            long start = start();
            synchronized (this) {
                if (closes == known && !cells[0].closed()) {
                    begin(start);
                }
            }
        } catch (RuntimeException e) {
            end(); // A fixed source then accepts another generator.
            throw e;
        }
    }

    private void begin(long start) {
        for (SequenceCell cell : cells) {
            cell.begin(start);
        }
    }

    /**
     * Returns the first state under a reservation without a floor. An earlier generator may have run ahead of the clock
     * by up to maxAhead, so the state is in the first tick after that lead.
     */
    private long start() {
        return ticks.firstState(ticks.tick(clock.millis()) + aheadTicks + 1);
    }

    SnowflakeLimits limits() {
        return limits;
    }

    /** Returns the cell of a lane. */
    SequenceCell of(int lane) {
        if (lane < 0 || lane >= cells.length) {
            layout.bits().laneBits(lane); // Throws.
        }
        return cells[lane];
    }

    /** Returns the cell of the calling thread's lane. */
    SequenceCell ofThread() {
        return cells.length == 1 ? cells[0] : cells[(int) Thread.currentThread().getId() & (cells.length - 1)];
    }

    SnowflakeStatistics statistics() {
        long now = clock.millis();
        return new SnowflakeStatistics(
                history.waits(),
                history.stepsBack(),
                Duration.ofNanos(greatest(cell -> cell.ahead(now))),
                Duration.ofNanos(greatest(cell -> cell.nextWait(now))));
    }

    private long greatest(ToLongFunction<SequenceCell> value) {
        return Arrays.stream(cells).mapToLong(value).reduce(Long.MIN_VALUE, Math::max);
    }

    @Override
    public Object scope() {
        return new LayoutScope(layout);
    }

    @Override
    public Object maker() {
        return maker;
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
        for (SequenceCell cell : cells) {
            cell.requireFits(reservation);
        }
    }

    /** Returns the minimum over the lanes while they are open; otherwise the time until the reservation ends. */
    @Override
    public Duration left(WorkerReservation reservation, long millis) {
        Duration least = Duration.ofMillis(Math.max(0, reservation.reservedUntil() - millis));
        if (cells[0].closed()) {
            return least;
        }
        for (SequenceCell cell : cells) {
            Duration left = cell.left(reservation, millis);
            least = left.compareTo(least) < 0 ? left : least;
        }
        return least;
    }

    /**
     * Returns false while the cells are suspended, because they are reopened later. If another issuer of the same scope
     * were accepted meanwhile, both would issue the same states.
     */
    @Override
    public synchronized boolean isClosed() {
        return ended || (cells[0].closed() && !suspended);
    }

    /** Closes the cells until they are reopened. */
    synchronized void suspend() {
        suspended = true;
        close();
    }

    /** Closes the cells for good, even if their source is resumed later. */
    synchronized void end() {
        ended = true;
        close();
    }

    @Override
    public synchronized long close() {
        closes++;
        return greatest(SequenceCell::close);
    }

    /** Reads the clock, which is foreign code, outside of the monitor, and again if the cells were closed meanwhile. */
    @Override
    public void reopen() {
        int known;
        long start;
        do {
            known = closes();
            start = start();
        } while (!reopened(known, start));
    }

    private synchronized int closes() {
        return closes;
    }

    /** Reopens closed cells; returns false if they were closed again since the clock was read. */
    private synchronized boolean reopened(int known, long start) {
        if (closes != known) {
            return false;
        }
        if (cells[0].closed() && !ended) {
            begin(start);
            suspended = false;
        }
        return true;
    }
}
