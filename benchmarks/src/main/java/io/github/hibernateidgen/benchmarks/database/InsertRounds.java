package io.github.hibernateidgen.benchmarks.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Measures inserts into an empty table, with all kinds in turn. Each round has another sequence of the kinds. */
final class InsertRounds {

    private final Recorder recorder;
    private final int rows;
    private final int rounds;
    private final long seed;

    InsertRounds(Recorder recorder, int rows, int rounds, long seed) {
        this.recorder = recorder;
        this.rows = rows;
        this.rounds = rounds;
        this.seed = seed;
    }

    void run(Database database, Server server, List<Kind> kinds) throws SQLException {
        recorder.describe(database, server);
        Map<Kind, Inserts> inserts = new EnumMap<>(Kind.class);
        try {
            for (Kind kind : kinds) {
                inserts.put(kind, new Inserts(server, database, kind, "create", false));
            }
            // Round 0 is a warm-up of the JIT compiler and the server, and is not recorded.
            for (int round = 0; round <= rounds; round++) {
                List<Kind> order = new ArrayList<>(kinds);
                Collections.shuffle(order, new Random(seed + round));
                for (Kind kind : order) {
                    Map<String, Double> values = measure(database, kind, inserts.get(kind), rows);
                    if (round > 0) {
                        recorder.add(database, kind.label(), Map.of("round", round), values);
                    }
                }
            }
        } finally {
            inserts.values().forEach(Inserts::close);
        }
    }

    private static Map<String, Double> measure(Database database, Kind kind, Inserts inserts, int rows) {
        String table = kind.table(database);
        Server server = inserts.server();
        inserts.onConnection(connection -> {
            server.truncate(connection, table);
            server.settle(connection);
            return null;
        });
        Map<String, Double> values = insert(List.of(inserts), table, rows);
        values.putAll(Recorder.values(inserts.onConnection(connection -> server.primaryKey(connection, table, rows))));
        return values;
    }

    /** Lets all writers insert rows at the same time, and returns the cost of a row. */
    static Map<String, Double> insert(List<Inserts> writers, String table, int each) {
        Inserts inserts = writers.get(0);
        Server server = inserts.server();
        int rows = each * writers.size();
        Counters before = inserts.onConnection(connection -> server.counters(connection, table));
        Duration cpuBefore = server.cpu();
        long start = System.nanoTime();
        List<Inserts.Work> works = atOnce(writers, each);
        long nanos = System.nanoTime() - start;
        Duration cpu = server.cpu().minus(cpuBefore);
        Counters cost = inserts.onConnection(connection -> server.counters(connection, table))
                .since(before);
        Map<String, Double> values = new TreeMap<>();
        values.put("rowsPerSecond", rows * 1e9 / nanos);
        values.put("cpuMicrosPerRow", cpu.toNanos() / 1e3 / rows);
        values.put("logBytesPerRow", cost.logBytes() / rows);
        values.put("missesPerThousandRows", cost.misses() * 1000 / rows);
        values.put("batches", (double)
                works.stream().mapToLong(Inserts.Work::batches).sum());
        values.put("singles", (double)
                works.stream().mapToLong(Inserts.Work::singles).sum());
        return values;
    }

    private static List<Inserts.Work> atOnce(List<Inserts> writers, int each) {
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        try {
            List<CompletableFuture<Inserts.Work>> works = writers.stream()
                    .map(writer -> CompletableFuture.supplyAsync(() -> writer.run(each, 0), threads))
                    .toList();
            return works.stream().map(CompletableFuture::join).toList();
        } finally {
            threads.shutdown();
        }
    }
}
