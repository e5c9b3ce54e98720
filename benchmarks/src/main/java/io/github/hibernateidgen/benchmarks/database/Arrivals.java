package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.guid.GuidFormat;
import io.github.hibernateidgen.guid.GuidGenerator;
import io.github.hibernateidgen.guid.GuidOrder;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.snowflake.SnowflakeParts;
import io.github.hibernateidgen.worker.WorkerSource;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Simulates the ids of several writers in the sequence in which their rows reach the table. Time is simulated. Each writer
 * has a separate generator on a separate clock, and makes rows at random times, as a Poisson process. For use by a single
 * thread.
 */
final class Arrivals implements Supplier<Object> {

    private static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
    private static final int ROWS_PER_UNIT_OF_WORK = 10;

    /** The kind of the ids. */
    enum Ids {
        SNOWFLAKE("@SnowflakeId", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return generator(SnowflakeLayout.STANDARD, writer, clock)::nextId;
            }
        },
        COMB("@CombGuid", true) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return new GuidGenerator(GuidFormat.RFC_9562, order, clock)::nextGuid;
            }
        },
        /**
         * The numbers of {@link #SNOWFLAKE} with the worker's bits moved above the time's bits. This library has no such
         * layout.
         */
        WORKER_FIRST("worker above the time", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                SnowflakeGenerator generator = generator(SnowflakeLayout.STANDARD, writer, clock);
                return () -> {
                    long id = generator.nextId();
                    SnowflakeParts parts = SnowflakeLayout.STANDARD.split(id);
                    return (long) writer << 53 | id >>> 22 << 12 | parts.sequence();
                };
            }
        },
        /** A single counter for all writers, like the server's counter. */
        IDENTITY("IDENTITY", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return sequence::getAndIncrement;
            }
        },
        /** Each writer takes 50 numbers at a time from a common sequence, like Hibernate by default. */
        SEQUENCE_50("SEQUENCE(50)", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return block(50, sequence);
            }
        },
        SEQUENCE_1000("SEQUENCE(1000)", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return block(1000, sequence);
            }
        },
        RANDOM_NUMBER("random bigint", false) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return () -> UUID.randomUUID().getMostSignificantBits();
            }
        },
        RANDOM_UUID("random UUID", true) {
            @Override
            Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence) {
                return UUID::randomUUID;
            }
        };

        private final String label;
        private final boolean guid;

        Ids(String label, boolean guid) {
            this.label = label;
            this.guid = guid;
        }

        abstract Supplier<Object> of(int writer, InstantSource clock, GuidOrder order, AtomicLong sequence);

        String label() {
            return label;
        }

        boolean isGuid() {
            return guid;
        }

        private static Supplier<Object> block(int size, AtomicLong sequence) {
            long[] next = {0};
            return () -> {
                if (next[0] % size == 0) {
                    next[0] = sequence.getAndAdd(size);
                }
                return next[0]++;
            };
        }

        private static SnowflakeGenerator generator(SnowflakeLayout layout, int writer, InstantSource clock) {
            return new SnowflakeGenerator(layout, WorkerSource.fixed(writer), SnowflakeLimits.DEFAULT, clock);
        }
    }

    /** The reason why rows arrive in another sequence than their ids. */
    enum Cause {
        /** Connections write at the same time. Time is not simulated, and the rate and the spread are the result. */
        CONNECTIONS,
        /** Clocks differ: the first writer's clock is right, the last is ahead by the spread, the others are between the two. */
        CLOCKS,
        /** Clocks are right; a unit of work of 10 rows is flushed up to the spread after its ids were made. */
        HOLDING
    }

    /**
     * The arrival of rows.
     *
     * @param writers how many writers write at the same time
     * @param rate the rows per millisecond that each writer makes, on average
     * @param spread the spread in milliseconds
     */
    record Traffic(int writers, double rate, int spread, Cause cause) {

        /** Returns how many rows all other writers insert within the spread. */
        long overtaking() {
            return Math.round((writers - 1) * rate * spread);
        }
    }

    private final Traffic traffic;
    private final Random random;
    private final List<Supplier<Object>> writers = new ArrayList<>();
    private final PriorityQueue<Unit> held = new PriorityQueue<>();
    private final Deque<Object> arrived = new ArrayDeque<>();
    private final AtomicLong sequence = new AtomicLong();

    /** The time at which ids are made, in milliseconds since the start. */
    private double now;

    private double nextUnit;
    private long units;

    Arrivals(Ids ids, GuidOrder order, Traffic traffic, long seed) {
        this.traffic = traffic;
        this.random = new Random(seed);
        for (int i = 0; i < traffic.writers(); i++) {
            long offset = traffic.cause() == Cause.CLOCKS
                    ? (long) traffic.spread() * i / Math.max(1, traffic.writers() - 1)
                    : 0;
            writers.add(ids.of(i, () -> Instant.ofEpochMilli(START + (long) now + offset), order, sequence));
        }
        // A generator's first tick begins after its creation.
        now = 1;
        nextUnit = now;
    }

    private record Unit(double arrival, long number, List<Object> ids) implements Comparable<Unit> {

        @Override
        public int compareTo(Unit other) {
            int byArrival = Double.compare(arrival, other.arrival);
            return byArrival != 0 ? byArrival : Long.compare(number, other.number);
        }
    }

    @Override
    public Object get() {
        if (traffic.cause() == Cause.CLOCKS) {
            now += pause(1);
            return anyWriter().get();
        }
        while (arrived.isEmpty()) {
            while (held.isEmpty() || nextUnit <= held.peek().arrival()) {
                hold();
            }
            arrived.addAll(held.remove().ids());
        }
        return arrived.remove();
    }

    private void hold() {
        now = nextUnit;
        Supplier<Object> writer = anyWriter();
        List<Object> ids = new ArrayList<>(ROWS_PER_UNIT_OF_WORK);
        for (int row = 0; row < ROWS_PER_UNIT_OF_WORK; row++) {
            ids.add(writer.get());
        }
        held.add(new Unit(now + random.nextDouble() * traffic.spread(), units++, ids));
        nextUnit = now + pause(ROWS_PER_UNIT_OF_WORK);
    }

    /** Returns the milliseconds until the next unit of so many rows of any writer. Writers are independent of each other. */
    private double pause(int rows) {
        return -Math.log(1 - random.nextDouble()) * rows / (traffic.rate() * traffic.writers());
    }

    private Supplier<Object> anyWriter() {
        return writers.get(random.nextInt(writers.size()));
    }
}
