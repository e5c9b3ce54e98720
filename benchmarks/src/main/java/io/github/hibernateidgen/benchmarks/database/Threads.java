package io.github.hibernateidgen.benchmarks.database;

import io.github.hibernateidgen.snowflake.SnowflakeLayout;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures units of work of several threads, which insert through Hibernate on separate connections at the same time. A
 * process is simulated by a session factory with a separate worker number, pool and generators. All share this JVM.
 */
final class Threads {

    private static final int REFERENCE_ROWS = 60_000;

    private final Recorder recorder;
    private final long rows;
    private final long seconds;
    private final long seed;
    private final Map<Kind, Map<String, Double>> references = new EnumMap<>(Kind.class);

    /**
     * Creates the measurement.
     *
     * @param rows the rows after which a case ends
     * @param seconds the seconds after which a case ends even with fewer rows
     */
    Threads(Recorder recorder, long rows, long seconds, long seed) {
        this.recorder = recorder;
        this.rows = rows;
        this.seconds = seconds;
        this.seed = seed;
    }

    /**
     * The load on the table.
     *
     * @param processes the number of session factories
     * @param threads the threads of each process
     * @param unit the rows of a unit of work
     * @param held the maximum of the random milliseconds between the ids and the flush; the minimum is 0
     * @param lines the child rows of a row
     * @param rate the rows per second of a process; 0 for the maximum, with pauses of a millisecond on average
     */
    record Load(int processes, int threads, int unit, int held, int lines, double rate) {

        Map<String, Object> at() {
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("processes", processes);
            at.put("threads", threads);
            at.put("unit", unit);
            at.put("held", held);
            at.put("lines", lines);
            at.put("rate", rate);
            return at;
        }

        /**
         * Returns the mean nanoseconds between the starts of two units of a thread; without a rate, between the end of a
         * unit and the start of the next.
         */
        private double pause() {
            return rate == 0 ? 1e6 : 1e9 * unit * threads / rate;
        }
    }

    void run(Database database, Server server, List<Kind> kinds, List<Load> loads) throws SQLException {
        recorder.describeFurther(database, server);
        for (Load load : loads) {
            List<Kind> order = new ArrayList<>(kinds);
            Collections.shuffle(order, new Random(seed + load.hashCode()));
            for (Kind kind : order) {
                Map<String, Double> values = measure(server, database, kind, load, true, rows, seconds);
                Map<String, Double> reference = reference(server, database, kind.ascending(), load.lines());
                values.put("fill", 100 * values.get("rowsPerLeaf") / reference.get("rowsPerLeaf"));
                if (load.lines() > 0) {
                    values.put("childFill", 100 * values.get("childRowsPerLeaf") / reference.get("childRowsPerLeaf"));
                }
                recorder.add(database, kind.label(), load.at(), values);
            }
        }
    }

    /** Returns the reference values: a single thread of a single process with ascending ids. */
    private Map<String, Double> reference(Server server, Database database, Kind kind, int lines) {
        return references.computeIfAbsent(
                kind, of -> measure(server, database, of, new Load(1, 1, 50, 0, lines, 0), true, REFERENCE_ROWS, 600));
    }

    /**
     * Inserts into a table.
     *
     * @param isNew whether the table is created again and its page statistics are read afterwards, which reads all pages
     */
    static Map<String, Double> measure(
            Server server, Database database, Kind kind, Load load, boolean isNew, long rows, long seconds) {
        List<Inserts> processes = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(load.processes() * load.threads());
        try {
            for (int process = 0; process < load.processes(); process++) {
                processes.add(new Inserts(
                        server,
                        database,
                        kind,
                        isNew && process == 0 ? "create" : "none",
                        load.lines() > 0,
                        load.threads() + 2));
            }
            String table = kind.table(database);
            Counters before = processes.get(0).onConnection(connection -> server.counters(connection, table));
            AtomicLong left = new AtomicLong(rows / load.unit());
            long begin = System.currentTimeMillis();
            long start = System.nanoTime();
            long deadline = start + seconds * 1_000_000_000;
            List<CompletableFuture<Void>> works = new ArrayList<>();
            for (Inserts process : processes) {
                for (int thread = 0; thread < load.threads(); thread++) {
                    works.add(CompletableFuture.runAsync(() -> work(process, load, left, deadline), threads));
                }
            }
            works.forEach(CompletableFuture::join);
            long nanos = System.nanoTime() - start;
            long end = System.currentTimeMillis();
            Counters cost = processes
                    .get(0)
                    .onConnection(connection -> server.counters(connection, table))
                    .since(before);
            long inserted = load.unit() * (rows / load.unit() - Math.max(0, left.get()));
            Map<String, Double> values = new TreeMap<>();
            if (isNew) {
                values.putAll(
                        processes.get(0).onConnection(connection -> pages(server, connection, table, load, inserted)));
            }
            values.put("inserted", (double) inserted);
            values.put("missesPerThousandRows", cost.misses() * 1000 / inserted);
            values.put("rowsPerSecond", inserted * 1e9 / nanos);
            values.put("seconds", nanos / 1e9);
            values.put("turns", (double) (turn(end) - turn(begin) + 1));
            return values;
        } finally {
            threads.shutdownNow();
            processes.forEach(Inserts::close);
        }
    }

    private static Map<String, Double> pages(Server server, Connection connection, String table, Load load, long rows)
            throws SQLException {
        Map<String, Double> values = new TreeMap<>(Recorder.values(server.primaryKey(connection, table, rows)));
        if (load.lines() > 0) {
            Pages children = server.index(connection, table + "_line", table + "_line_parent", rows * load.lines());
            values.put("childRowsPerLeaf", children.rowsPerLeaf());
        }
        return values;
    }

    private static void work(Inserts process, Load load, AtomicLong left, long deadline) {
        long due = System.nanoTime() + Pause.untilNext(load.pause());
        while (due < deadline) {
            Pause.nanos(due - System.nanoTime());
            if (left.getAndDecrement() <= 0) {
                return;
            }
            process.unit(
                    load.unit(),
                    load.lines(),
                    load.held() == 0 ? 0 : ThreadLocalRandom.current().nextLong(load.held() * 1_000_000L));
            due = (load.rate() == 0 ? System.nanoTime() : due) + Pause.untilNext(load.pause());
        }
    }

    /** Returns the turn of the layout {@code innodb} that contains a time. All cases use the same borders. */
    private static long turn(long millis) {
        SnowflakeLayout layout = SnowflakeLayout.INNODB;
        Instant time = Instant.ofEpochMilli(millis);
        return (time.toEpochMilli() - layout.epoch().toEpochMilli())
                / layout.turn().toMillis();
    }
}
