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

/** Inserts into an empty table, all kinds in turn, in each round in another sequence. */
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
            // Round 0 is not recorded: the JIT compiler and the server get ready.
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
        Map<String, Double> values = insert(inserts, table, rows);
        values.putAll(Recorder.values(inserts.onConnection(connection -> server.primaryKey(connection, table, rows))));
        return values;
    }

    /** Inserts, and tells what a row cost. */
    static Map<String, Double> insert(Inserts inserts, String table, int rows) {
        Server server = inserts.server();
        Counters before = inserts.onConnection(connection -> server.counters(connection, table));
        Duration cpuBefore = server.cpu();
        Inserts.Work work = inserts.run(rows, 0);
        Duration cpu = server.cpu().minus(cpuBefore);
        Counters cost = inserts.onConnection(connection -> server.counters(connection, table))
                .since(before);
        Map<String, Double> values = new TreeMap<>();
        values.put("rowsPerSecond", rows * 1e9 / work.nanos());
        values.put("cpuMicrosPerRow", cpu.toNanos() / 1e3 / rows);
        values.put("logBytesPerRow", cost.logBytes() / rows);
        values.put("missesPerThousandRows", cost.misses() * 1000 / rows);
        values.put("batches", (double) work.batches());
        values.put("singles", (double) work.singles());
        return values;
    }
}
