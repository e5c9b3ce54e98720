package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.benchmarks.database.SimulatedUnits.Ids;
import io.github.hibernateidgen.benchmarks.database.SimulatedUnits.Processes;
import io.github.hibernateidgen.snowflake.SnowflakeGenerator;
import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import io.github.hibernateidgen.snowflake.SnowflakeLimits;
import io.github.hibernateidgen.worker.WorkerSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures a table that several processes with overlapping units of work have filled: its size, the cost of reading the
 * latest rows, and inserts by several threads. A server with a large cache fills the table with the ids of {@link
 * SimulatedUnits}. A server with a tight cache then reads the table, and rows are inserted through Hibernate.
 */
final class LargeTable {

    private static final int PROCESSES = 3;
    private static final int ROWS_PER_SECOND = 300;
    private static final int LATEST = 20;
    private static final Threads.Load LOAD = new Threads.Load(PROCESSES, 4, 10, 10, 0, 0);

    private final Recorder recorder;
    private final long size;
    private final long rows;
    private final int rounds;
    private final long seed;

    /**
     * Creates the measurement.
     *
     * @param size the rows in the table
     * @param rows the rows that a round adds
     */
    LargeTable(Recorder recorder, long size, long rows, int rounds, long seed) {
        this.recorder = recorder;
        this.size = size;
        this.rows = rows;
        this.rounds = rounds;
        this.seed = seed;
    }

    /** The id at which the latest twentieth of the rows begins. */
    private record Filled(long latest) {}

    /** Runs the measurement. Starts the server, and stops it at the end. */
    void run(Database database, Server server, List<Kind> kinds) throws SQLException {
        server.start(Server.Setup.FILLING);
        Map<Kind, Filled> filled = new EnumMap<>(Kind.class);
        for (Kind kind : kinds) {
            new Inserts(server, database, kind, "create", false).close();
            filled.put(kind, fill(database, server, kind));
        }
        server.stop();
        Growth.writeBack();
        server.start(Server.Setup.TIGHT);
        recorder.describe(database, server);
        for (Kind kind : kinds) {
            recorder.add(database, kind.label(), Map.of("rows", size), read(database, server, kind, filled.get(kind)));
        }
        server.stop();
        server.start(Server.Setup.MEASURED);
        recorder.describe(database, server);
        // Round 0 is a warm-up and is not recorded.
        for (int round = 0; round <= rounds; round++) {
            List<Kind> order = new ArrayList<>(kinds);
            Collections.shuffle(order, new Random(seed + round));
            for (Kind kind : order) {
                Map<String, Double> values = Threads.measure(server, database, kind, LOAD, false, rows, 600);
                if (round > 0) {
                    recorder.add(database, kind.label(), Map.of("rows", size, "round", round), values);
                }
            }
        }
        server.stop();
    }

    private Filled fill(Database database, Server server, Kind kind) throws SQLException {
        long start = System.nanoTime();
        String table = kind.table(database);
        AtomicLong counter = new AtomicLong(1);
        SimulatedUnits units = new SimulatedUnits(PROCESSES, ROWS_PER_SECOND, processes(kind, counter), seed);
        long[] numbers = {0, 1};
        Supplier<Object> ids = () -> {
            if (numbers[0]++ == size - size / LATEST) {
                numbers[1] = latest(kind, units.now(), counter);
            }
            // The server numbers rows in the sequence of their arrival.
            return kind == Kind.IDENTITY ? (Object) counter.getAndIncrement() : units.get();
        };
        try (Connection connection = server.connect()) {
            server.fill(connection, table, size, ids);
            if (kind.isSequence()) {
                Server.execute(connection, "alter sequence " + table + "_seq restart with " + (counter.get() + 1));
            }
        }
        System.out.printf(
                "large %s %s filled up to %d rows in %.1f s%n",
                database.label(), kind.label(), size, (System.nanoTime() - start) / 1e9);
        return new Filled(numbers[1]);
    }

    private static Processes processes(Kind kind, AtomicLong counter) {
        return switch (kind) {
            case SNOWFLAKE ->
                (process, clock) -> {
                    SnowflakeGenerator generator = new SnowflakeGenerator(
                            SnowflakeLayout.STANDARD, WorkerSource.fixed(process), SnowflakeLimits.DEFAULT, clock);
                    return lane -> generator.nextId();
                };
            case SNOWFLAKE_INNODB ->
                (process, clock) -> {
                    SnowflakeGenerator generator = new SnowflakeGenerator(
                            SnowflakeLayout.INNODB, WorkerSource.fixed(process), SnowflakeLimits.DEFAULT, clock);
                    return generator::nextId;
                };
            case SEQUENCE_1000 ->
                (process, clock) -> new Ids() {
                    private long next;

                    @Override
                    public Object next(int lane) {
                        if ((next - 1) % 1000 == 0 || next == 0) {
                            next = counter.getAndAdd(1000);
                        }
                        return next++;
                    }
                };
            case IDENTITY -> (process, clock) -> lane -> 0L;
            default -> throw new IllegalArgumentException(kind + " is not simulated here; leave it out of --kinds");
        };
    }

    /**
     * Returns the first id of the turn that contains a time. The layout {@code standard} uses the same borders, so that the
     * same number of rows is read.
     */
    private static long latest(Kind kind, Instant now, AtomicLong counter) {
        SnowflakeLayout turns = SnowflakeLayout.INNODB;
        long sinceTurn =
                Duration.between(turns.epoch(), now).toMillis() % turns.turn().toMillis();
        Instant turn = now.minusMillis(sinceTurn);
        return switch (kind) {
            case SNOWFLAKE -> SnowflakeLayout.STANDARD.firstId(turn);
            case SNOWFLAKE_INNODB ->
                turns.ranges(turn, turn.plus(turns.turn())).get(0).first();
            default -> counter.get();
        };
    }

    private static Map<String, Double> read(Database database, Server server, Kind kind, Filled filled)
            throws SQLException {
        String table = kind.table(database);
        Map<String, Double> values = new TreeMap<>();
        try (Connection connection = server.connect()) {
            Counters before = server.counters(connection, table);
            double read = Server.number(
                    connection,
                    "select count(*) from " + table + " where id >= " + filled.latest() + " and customer = 42");
            double misses = server.counters(connection, table).since(before).misses();
            values.put("latestRows", read);
            values.put("latestMissesPerThousandRows", misses * 1000 / read);
            double all = Server.number(connection, "select count(*) from " + table);
            Pages pages = server.primaryKey(connection, table, (long) all);
            values.put("filledRowsPerLeaf", pages.rowsPerLeaf());
            values.put("filledBytes", pages.tableBytes());
        }
        return values;
    }
}
