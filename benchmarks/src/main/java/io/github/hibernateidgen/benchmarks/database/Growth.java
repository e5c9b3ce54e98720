package io.github.hibernateidgen.benchmarks.database;

import static io.github.hibernateidgen.benchmarks.database.Server.Setup.FILLING;
import static io.github.hibernateidgen.benchmarks.database.Server.Setup.MEASURED;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures inserts into tables of growing size. A server with a large cache fills the tables in the sequence in which their
 * ids are issued. Then a server with a small cache is measured on the same files.
 */
final class Growth {

    private final Recorder recorder;
    private final List<Long> sizes;
    private final int rows;
    private final int connections;
    private final int rounds;
    private final long seed;

    Growth(Recorder recorder, List<Long> sizes, int rows, int connections, int rounds, long seed) {
        if (connections > 1 && sizes.size() > 1) {
            throw new IllegalArgumentException("several connections reserve numbers that the next size is filled with;"
                    + " give --connections with one of --sizes");
        }
        this.recorder = recorder;
        this.sizes = sizes;
        this.rows = rows;
        this.connections = connections;
        this.rounds = rounds;
        this.seed = seed;
    }

    /** Runs the measurement. Starts the server, and stops it at the end. */
    void run(Database database, Server server, List<Kind> kinds) throws SQLException {
        server.start(FILLING);
        Map<Kind, Long> present = new EnumMap<>(Kind.class);
        for (Kind kind : kinds) {
            new Inserts(server, database, kind, "create", false).close();
            present.put(kind, 0L);
        }
        for (long size : sizes) {
            for (Kind kind : kinds) {
                fill(database, server, kind, present.get(kind), size);
                present.put(kind, size);
            }
            server.stop();
            writeBack();
            server.start(MEASURED);
            recorder.describe(database, server);
            measure(database, server, kinds, present, size);
            server.stop();
            server.start(FILLING);
        }
        server.stop();
    }

    private static void fill(Database database, Server server, Kind kind, long present, long size) throws SQLException {
        long start = System.nanoTime();
        String table = kind.table(database);
        try (Connection connection = server.connect()) {
            server.fill(connection, table, size - present, kind.ids(database, present + 1));
            if (kind.isSequence()) {
                // Leaves room for the rows that Hibernate inserted at the previous size.
                Server.execute(connection, "alter sequence " + table + "_seq restart with " + (size + 1));
            }
        }
        System.out.printf(
                "growth %s %s filled up to %d rows in %.1f s%n",
                database.label(), kind.label(), size, (System.nanoTime() - start) / 1e9);
    }

    private void measure(Database database, Server server, List<Kind> kinds, Map<Kind, Long> present, long size) {
        Map<Kind, List<Inserts>> inserts = new EnumMap<>(Kind.class);
        kinds.forEach(kind -> inserts.put(kind, new ArrayList<>()));
        try {
            for (Kind kind : kinds) {
                for (int connection = 0; connection < connections; connection++) {
                    inserts.get(kind).add(new Inserts(server, database, kind, "none", false));
                }
            }
            // Round 0 is a warm-up and is not recorded.
            for (int round = 0; round <= rounds; round++) {
                List<Kind> order = new ArrayList<>(kinds);
                Collections.shuffle(order, new Random(seed + round));
                for (Kind kind : order) {
                    measure(database, server, kind, inserts.get(kind), present, round, size);
                }
            }
        } finally {
            inserts.values().forEach(all -> all.forEach(Inserts::close));
        }
    }

    private void measure(
            Database database,
            Server server,
            Kind kind,
            List<Inserts> writers,
            Map<Kind, Long> present,
            int round,
            long size) {
        String table = kind.table(database);
        Inserts inserts = writers.get(0);
        inserts.onConnection(connection -> {
            server.settle(connection);
            return null;
        });
        int each = rows / connections;
        Map<String, Double> values = InsertRounds.insert(writers, table, each);
        long now = present.merge(kind, (long) each * connections, Long::sum);
        if (round == rounds) {
            values.putAll(
                    Recorder.values(inserts.onConnection(connection -> server.primaryKey(connection, table, now))));
        }
        if (round > 0) {
            recorder.add(database, kind.label(), Map.of("rows", size, "round", round), values);
        }
    }

    /** Writes the operating system's buffers to the disk, so that they are not written during a later measurement. */
    static void writeBack() {
        try {
            new ProcessBuilder("sync").start().waitFor();
        } catch (IOException e) {
            System.out.println("no program sync: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
