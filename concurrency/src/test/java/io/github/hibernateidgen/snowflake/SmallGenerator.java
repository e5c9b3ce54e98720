package io.github.hibernateidgen.snowflake;

import io.github.hibernateidgen.worker.ReservationEndedException;
import io.github.hibernateidgen.worker.TickIssuer;
import io.github.hibernateidgen.worker.WorkerReservation;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongUnaryOperator;

/**
 * A generator of two ids per tick, and the source of its worker number. Ids are shown as numbers: the first state of the
 * tick {@link #NOW} is 0, or 100 for worker 2.
 */
final class SmallGenerator implements WorkerSource {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    /** Up to an hour ahead of the clock, so that no caller waits. */
    static final Duration FAR = Duration.ofHours(1);

    /** Result instead of a number: the call was rejected. */
    static final int REFUSED = -1;

    static final InstantSource STANDING = InstantSource.fixed(NOW);

    private static final int WORKER_BITS = 4;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.named("small")
            .time(41)
            .worker("worker", WORKER_BITS)
            .sequence(1)
            .build();
    private static final long FIRST = LAYOUT.ticks().firstState(LAYOUT.ticks().tick(NOW.toEpochMilli()));

    private final SnowflakeGenerator generator;
    private volatile WorkerReservation reservation = reserved(1, 0, 100);
    private TickIssuer cell;

    /** Creates a generator on a fixed clock. It may be so far ahead of the clock that no caller waits. */
    SmallGenerator() {
        this(STANDING, nanos -> {}, FAR, 1, bound -> 0);
    }

    /** Creates a generator with new ticks that start at the result of {@code randomBelow}, below {@code spread}. */
    SmallGenerator(
            InstantSource clock, Sleeper sleeper, Duration maxAhead, long spread, LongUnaryOperator randomBelow) {
        generator = new SnowflakeGenerator(
                LAYOUT,
                this,
                new SnowflakeLimits(maxAhead, Duration.ofSeconds(5), spread),
                clock,
                sleeper,
                randomBelow);
    }

    /** Returns a reservation of a worker's ticks from {@code floor} to {@code end}, exclusive, counted from {@link #NOW}. */
    static WorkerReservation reserved(long worker, long floor, long end) {
        long now = NOW.toEpochMilli();
        return new WorkerReservation(worker, now + floor, now + end);
    }

    void publish(WorkerReservation renewed) {
        reservation = renewed;
    }

    int next() {
        return number(generator.nextId());
    }

    /** Returns the next number; {@link #REFUSED} if the generator throws an exception with this message. */
    int nextUnless(String refusal) {
        try {
            return next();
        } catch (IllegalStateException e) {
            if (!String.valueOf(e.getMessage()).contains(refusal)) {
                throw e;
            }
            return REFUSED;
        }
    }

    int[] block(int count) {
        long[] ids = generator.nextIds(count);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(ids[i]);
        }
        return numbers;
    }

    /** Closes the generator. Returns in how many ticks from {@link #NOW} on it has issued ids, by its own answer; 0 for none. */
    int close() {
        long end = cell.close();
        return end == Long.MIN_VALUE ? 0 : Math.toIntExact(end - NOW.toEpochMilli());
    }

    void reopen() {
        cell.reopen();
    }

    private static int number(long id) {
        long state = id >>> (WORKER_BITS + 1) << 1 | (id & 1);
        long worker = id >>> 1 & ((1 << WORKER_BITS) - 1);
        return Math.toIntExact(100 * (worker - 1) + state - FIRST);
    }

    @Override
    public WorkerReservation reservation() {
        return reservation;
    }

    @Override
    public void attach(TickIssuer issuer) {
        cell = issuer;
        issuer.requireFits(reservation);
    }

    @Override
    public void awaitRenewal(WorkerReservation ended) {
        if (ended.equals(reservation)) {
            throw new ReservationEndedException(ended, "it is not renewed yet", null);
        }
    }
}
