package io.github.hibernateidgen.benchmarks.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Measures child rows: the index on their foreign key has the order of the parents' ids. */
final class Children {

    private static final int LINES = 5;

    private final Recorder recorder;
    private final int rows;
    private final int rounds;
    private final long seed;

    Children(Recorder recorder, int rows, int rounds, long seed) {
        this.recorder = recorder;
        this.rows = rows;
        this.rounds = rounds;
        this.seed = seed;
    }

    void run(Database database, Server server, List<Kind> kinds) throws SQLException {
        recorder.describe(database, server);
        for (int round = 1; round <= rounds; round++) {
            List<Kind> order = new ArrayList<>(kinds);
            Collections.shuffle(order, new Random(seed + round));
            for (Kind kind : order) {
                recorder.add(database, kind.label(), Map.of("round", round), measure(database, server, kind));
            }
        }
    }

    private Map<String, Double> measure(Database database, Server server, Kind kind) {
        try (Inserts inserts = new Inserts(server, database, kind, "create-drop", true)) {
            String table = kind.table(database) + "_line";
            String index = table + "_parent";
            Inserts.Work work = inserts.run(rows, LINES);
            long lines = (long) rows * LINES;
            Map<String, Double> values = new TreeMap<>(
                    Recorder.values(inserts.onConnection(connection -> server.index(connection, table, index, lines))));
            values.put("linesPerSecond", lines * 1e9 / work.nanos());
            return values;
        }
    }
}
